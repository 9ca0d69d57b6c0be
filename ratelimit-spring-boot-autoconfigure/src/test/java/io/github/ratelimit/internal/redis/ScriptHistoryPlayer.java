package io.github.ratelimit.internal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.redis.History.Moment;
import io.github.ratelimit.internal.redis.HistoryPlayer.Checks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The script as it is, over a whole history in one call: a loop around it hands it keys, arguments and time of one moment
 * after the other. Redis's own clock stands still meanwhile, so no key expires; afterwards they are deleted.
 */
final class ScriptHistoryPlayer implements HistoryPlayer {

    private static final String NO_CLOCK = "";
    private static final String BEFORE = "local function decide_moment(KEYS, ARGV, clock)\n";
    private static final String LOOP = """
            end
            local next_arg, next_key, replies, used = 1, 1, {}, {}
            while ARGV[next_arg] do
              local now, key_count, arg_count = tonumber(ARGV[next_arg]), ARGV[next_arg + 1], ARGV[next_arg + 2]
              local keys, args = {}, {}
              for i = 1, key_count do
                keys[i] = KEYS[next_key]
                used[keys[i]] = true
                next_key = next_key + 1
              end
              for i = 1, arg_count do
                args[i] = ARGV[next_arg + 2 + i]
              end
              next_arg = next_arg + 3 + arg_count
              replies[#replies + 1] = decide_moment(keys, args, function() return now end)
            end
            for key in pairs(used) do
              redis.call('DEL', key)
            end
            return replies
            """;

    private final TestRedis redis;
    private final String sha;

    ScriptHistoryPlayer(TestRedis redis) {
        this.redis = redis;
        String script = new String(DecisionScript.withClock(NO_CLOCK).text(), UTF_8);
        this.sha = redis.commands().scriptLoad(BEFORE + script + LOOP);
    }

    @Override
    public List<RateLimitDecision> play(History history) {
        CallWriter writer = new CallWriter(redis.prefix() + ":h" + history.number());
        Checks checks = new Checks();
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> arguments = new ArrayList<>();
        for (Moment moment : history.moments()) {
            ScriptCall call = ScriptCall.of(writer.decide(checks.of(moment), moment.take(), moment.at()));
            keys.addAll(List.of(call.keys()));
            arguments.add(DecisionScript.ascii(moment.at()));
            arguments.add(DecisionScript.ascii(call.keys().length));
            arguments.add(DecisionScript.ascii(call.arguments().length));
            arguments.addAll(List.of(call.arguments()));
        }
        try {
            List<?> replies = run(keys, arguments);
            List<RateLimitDecision> decisions = new ArrayList<>();
            for (int i = 0; i < replies.size(); i++) {
                Moment moment = history.moments().get(i);
                decisions.add(read((List<?>) replies.get(i), checks.of(moment), moment.take()));
            }
            return decisions;
        } catch (StoreFailureException failure) {
            throw new IllegalStateException("history " + history.number(), failure);
        }
    }

    private List<?> run(List<byte[]> keys, List<byte[]> arguments) throws StoreFailureException {
        return Objects.requireNonNull(redis.link().session())
                .evalHash(sha, keys.toArray(byte[][]::new), arguments.toArray(byte[][]::new))
                .toCompletableFuture()
                .join();
    }

    private static RateLimitDecision read(List<?> reply, List<ResolvedCheck> checks, boolean take)
            throws StoreFailureException {
        ScriptReply values = new ScriptReply(reply);
        if (values.isTooLate()) {
            throw new IllegalStateException("a history has no deadline");
        }
        return Objects.requireNonNull(
                values.next(RequestReply.fields(checks)).decision(checks, take), "the calendar's day was sent");
    }
}
