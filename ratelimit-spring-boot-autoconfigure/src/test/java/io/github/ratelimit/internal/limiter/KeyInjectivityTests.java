package io.github.ratelimit.internal.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.AddressNormalizer;
import io.github.ratelimit.internal.key.HashKeys;
import io.github.ratelimit.internal.key.KeyAlternative;
import io.github.ratelimit.internal.key.KeyEncoder;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.key.OnMissingKey;
import io.github.ratelimit.internal.limiter.ActivePolicy.KeyRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Whatever callers send, two of them share a budget only if they are limited by the same values. */
class KeyInjectivityTests {

    private static final String LONG = "a".repeat(65);
    private static final String HASH_OF_A = hash("a");
    private static final String HASH_OF_LONG = hash(LONG);
    private static final List<String> PARTS = List.of("ip", "principal", "header:x", "param:x", "cookie:x", "path:x");

    /** The text that stands for a hashed value: a number sign, and 64 hex digits. */
    private static String hash(String value) {
        return new KeyEncoder(HashKeys.ALWAYS, null).encode(null, List.of(), List.of(value));
    }

    /** Policies over few parts, so that one request is often limited by an alternative and another by the next. */
    @Provide
    Arbitrary<String> keys() {
        return Arbitraries.of(PARTS)
                .list()
                .uniqueElements()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(parts -> String.join(" + ", parts))
                .list()
                .uniqueElements()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(alternatives -> String.join(" | ", alternatives));
    }

    /** Values that look like the text of other keys, as it is in Redis. */
    @Provide
    Arbitrary<Map<String, String>> requests() {
        Arbitrary<String> values = Arbitraries.of(
                "a",
                "b",
                "a,b",
                "a%2Cb",
                "b,a",
                "203.0.113.9",
                "ip=203.0.113.9",
                "ip%3D203.0.113.9",
                "principal=a",
                "header%3Ax=a",
                "ip,a",
                HASH_OF_A,
                HASH_OF_A.substring(1),
                HASH_OF_LONG,
                HASH_OF_LONG.replace("#", "%23"),
                LONG,
                LONG + "a",
                "unknown",
                "}:api",
                "é",
                "e\u0301",
                "\uD83D",
                "?",
                "\0",
                "a\0",
                "ａ");
        Arbitrary<String> addresses = Arbitraries.of("203.0.113.9", "2001:db8:0:0:0:0:0:0/64");
        List<Arbitrary<String>> each = PARTS.stream()
                .map(part -> part.equals("ip") ? addresses : values.injectNull(0.4))
                .toList();
        return Combinators.combine(each).as(all -> {
            Map<String, String> request = new HashMap<>();
            for (int i = 0; i < all.size(); i++) {
                request.put(PARTS.get(i), all.get(i));
            }
            return request;
        });
    }

    /** Requests that differ in much seldom meet by chance. */
    @Provide
    Arbitrary<Set<String>> changed() {
        return Arbitraries.of(PARTS).set().ofMinSize(1).ofMaxSize(2);
    }

    @Property(tries = 20_000)
    void ofWhatRequestsHold(
            @ForAll("keys") String key,
            @ForAll("requests") Map<String, String> one,
            @ForAll("requests") Map<String, String> changes,
            @ForAll("changed") Set<String> changed,
            @ForAll HashKeys hashKeys) {
        Map<String, String> other = new HashMap<>(one);
        changed.forEach(part -> other.put(part, changes.get(part)));
        ActivePolicy policy = policy(key);
        CheckResolver resolver = resolver(policy, hashKeys);

        String keyOfOne = resolver.ofRequest(policy, 1, request(one)).key();
        String keyOfOther = resolver.ofRequest(policy, 1, request(other)).key();

        assertThat(keyOfOne.equals(keyOfOther))
                .as("%s and %s", keyOfOne, keyOfOther)
                .isEqualTo(limitedBy(policy, one).equals(limitedBy(policy, other)));
    }

    /** The model: the first alternative whose parts are all there, with their values; else the address. */
    private static Map<KeyAlternative, List<String>> limitedBy(ActivePolicy policy, Map<String, String> request) {
        for (KeyAlternative alternative : policy.keyRule().expression().alternatives()) {
            List<String> values = new ArrayList<>();
            for (KeyPart part : alternative.parts()) {
                values.add(request.get(part.toString()));
            }
            if (values.stream().noneMatch(value -> value == null || value.isBlank())) {
                return Map.of(alternative, values);
            }
        }
        return Map.of(KeyAlternative.IP, List.of(request.get("ip")));
    }

    @Property(tries = 10_000)
    void ofWhatCodeGives(
            @ForAll("lists") List<String> one,
            @ForAll("lists") List<String> changes,
            @ForAll @IntRange(max = 9) int from,
            @ForAll @IntRange(max = 9) int to,
            @ForAll HashKeys hashKeys) {
        List<String> other = new ArrayList<>(one.subList(0, Math.min(from, one.size())));
        other.addAll(changes.subList(0, Math.min(to, 2)));
        other.addAll(one.subList(Math.min(to, one.size()), one.size()));
        Assume.that(!other.isEmpty());
        ActivePolicy policy = policy("header:x + path:x");
        CheckResolver resolver = resolver(policy, hashKeys);

        assertThat(key(resolver, one).equals(key(resolver, other))).isEqualTo(one.equals(other));
    }

    /** Up to more parts than a key is written with one by one. */
    @Provide
    Arbitrary<List<String>> lists() {
        return Arbitraries.of("a", "a,a", LONG, HASH_OF_A, HASH_OF_LONG, "#" + HASH_OF_A)
                .list()
                .ofMinSize(2)
                .ofMaxSize(10);
    }

    private static String key(CheckResolver resolver, List<String> values) {
        return resolver.resolve(RateLimitCheck.of("api", values.toArray(String[]::new)))
                .key();
    }

    private static ActivePolicy policy(String key) {
        KeyRule rule = new KeyRule(KeyExpression.parse(key), OnMissingKey.IP, List.of());
        return new ActivePolicy(RateLimitPolicy.of("api", Quota.of("10/1s")), rule, Map.of());
    }

    private static CheckResolver resolver(ActivePolicy policy, HashKeys hashKeys) {
        return new CheckResolver(
                new Policies(List.of(policy)),
                new KeyEncoder(hashKeys, null),
                new AddressNormalizer(64),
                CurrentRequest.NONE);
    }

    private static TestRequest request(Map<String, String> values) {
        TestRequest request = new TestRequest();
        values.forEach(request::with);
        return request;
    }
}
