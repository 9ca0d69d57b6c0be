package io.github.ratelimit.internal.actuate;

import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.internal.key.KeyEncoder;
import io.github.ratelimit.internal.limiter.ActivePolicy;
import io.github.ratelimit.internal.limiter.KeyStates;
import io.github.ratelimit.internal.limiter.PolicyChange;
import io.github.ratelimit.internal.limiter.PolicyChanges;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.security.Principal;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.lang.Nullable;

/**
 * The actuator endpoint {@code ratelimits}: policies as in effect, the state of single keys, and changes at run time. It
 * only reads unless {@code management.endpoint.ratelimits.access} is {@code unrestricted}. Null marks what a request may
 * leave out with Spring's own annotation, the only one that Spring Boot 3.5 reads.
 */
@WebEndpoint(id = RateLimitsEndpoint.ID, defaultAccess = Access.READ_ONLY)
@SuppressWarnings("deprecation")
public final class RateLimitsEndpoint {

    static final String ID = "ratelimits";

    private static final Logger log = LoggerFactory.getLogger(RateLimitsEndpoint.class);
    private static final int LONGEST_NAME = 60;

    private final PolicyCatalog catalog;
    private final KeyStates keys;
    private final PolicyChanges changes;
    private final InstantSource clock;

    /** Shows and changes the policies of this catalog. */
    public RateLimitsEndpoint(PolicyCatalog catalog, KeyStates keys, PolicyChanges changes, InstantSource clock) {
        this.catalog = catalog;
        this.keys = keys;
        this.changes = changes;
        this.clock = clock;
    }

    /** All policies. */
    @ReadOperation
    public Map<String, Object> all() {
        return catalog.all();
    }

    /**
     * A policy, or the state of one of its keys.
     *
     * @param key what the caller sent; a list for a composite key
     * @param kind the alternative of the policy's key that it belongs to
     */
    @ReadOperation
    public WebEndpointResponse<Object> look(@Selector String policy, @Nullable Object key, @Nullable String kind) {
        ActivePolicy active = catalog.find(policy);
        if (active == null) {
            return unknown();
        }
        if (key == null && kind == null) {
            return new WebEndpointResponse<>(catalog.view(active));
        }
        return answer(() -> keys.look(active, kind, values(key)));
    }

    /** Resets a key; without one takes back what was changed of the policy. */
    @DeleteOperation
    public WebEndpointResponse<Object> delete(
            @Selector String policy, @Nullable Object key, @Nullable String kind, SecurityContext security) {
        ActivePolicy active = catalog.find(policy);
        if (active == null) {
            return unknown();
        }
        if (key != null || kind != null) {
            return answer(() -> requireStore(keys.clear(active, kind, values(key))));
        }
        return change(active, () -> changes.takeBack(active, name(security)));
    }

    /**
     * Changes a policy on all instances.
     *
     * @param plan whose numbers are meant; null: the policy's own
     */
    @WriteOperation
    public WebEndpointResponse<Object> change(
            @Selector String policy,
            @Nullable String plan,
            @Nullable String limit,
            @Nullable String burst,
            @Nullable String enforce,
            @Nullable String onStoreFailure,
            SecurityContext security) {
        ActivePolicy active = catalog.find(policy);
        if (active == null) {
            return unknown();
        }
        ChangeRequest request = new ChangeRequest(plan, limit, burst, enforce, onStoreFailure);
        return change(active, () -> {
            Map<String, String> values = request.values();
            String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
            changes.change(active, new PolicyChange(values, name(security), now));
        });
    }

    private WebEndpointResponse<Object> change(ActivePolicy policy, Change change) {
        try {
            change.run();
            return new WebEndpointResponse<>(catalog.view(policy));
        } catch (RateLimitConfigurationException | IllegalArgumentException wrong) {
            return ErrorView.of(WebEndpointResponse.STATUS_BAD_REQUEST, String.valueOf(wrong.getMessage()));
        } catch (StoreFailureException failure) {
            log.warn("A change of rate limit policy '{}' could not be kept: {}", policy.name(), failure.getMessage());
            return ErrorView.of(
                    WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE,
                    "the store did not answer, so the change is not kept");
        }
    }

    /** A state that the store does not tell means that it did not answer, to the reset neither. */
    private @Nullable Result requireStore(@Nullable Result result) throws StoreFailureException {
        if (result != null && catalog.isLost(result.basis())) {
            throw new StoreFailureException("the key was perhaps not reset");
        }
        return result;
    }

    private static WebEndpointResponse<Object> answer(Look look) {
        try {
            Result result = look.run();
            return result == null
                    ? ErrorView.of(
                            WebEndpointResponse.STATUS_BAD_REQUEST,
                            "the policy does not apply to callers without that key (on-missing-key: skip)")
                    : new WebEndpointResponse<>(KeyView.of(result));
        } catch (IllegalArgumentException wrong) {
            return ErrorView.of(WebEndpointResponse.STATUS_BAD_REQUEST, String.valueOf(wrong.getMessage()));
        } catch (StoreFailureException lost) {
            return ErrorView.of(
                    WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE,
                    "the store did not answer, so the key is not reset");
        }
    }

    private WebEndpointResponse<Object> unknown() {
        return ErrorView.of(
                WebEndpointResponse.STATUS_NOT_FOUND,
                "there is no such rate limit policy; there are " + catalog.names());
    }

    private static List<String> values(@Nullable Object key) {
        if (key == null) {
            return List.of();
        }
        return key instanceof Collection<?> parts
                ? parts.stream().map(String::valueOf).toList()
                : List.of(key.toString());
    }

    /** Null if nobody is logged in. Goes to the log, so only what cannot break it. */
    private static @Nullable String name(SecurityContext security) {
        Principal principal = security.getPrincipal();
        String name = principal == null ? null : principal.getName();
        return name == null ? null : KeyEncoder.escape(name.substring(0, Math.min(name.length(), LONGEST_NAME)));
    }

    /** A look at a key; null if the policy does not apply. */
    @FunctionalInterface
    private interface Look {

        @Nullable
        Result run() throws StoreFailureException;
    }

    @FunctionalInterface
    private interface Change {

        void run() throws StoreFailureException;
    }
}
