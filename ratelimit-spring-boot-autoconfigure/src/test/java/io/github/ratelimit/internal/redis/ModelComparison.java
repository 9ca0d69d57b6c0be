package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitDecision.Outcome;
import io.github.ratelimit.RateLimitDecision.Result;
import io.github.ratelimit.RateLimitDecision.Usage;
import io.github.ratelimit.internal.redis.History.Moment;
import io.github.ratelimit.internal.redis.Model.Ask;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Plays a history to the model and compares it with what was answered. Both forms compute with doubles, of 15 to 16
 * digits: closer to a tie than 1e-14 of the capacity (never more than a millionth of a permit) they may say the opposite.
 * The model cannot follow them then, and the rest of that history is not compared. What remains may differ by one as close
 * as that to a whole number. Waits are right to the µs, or to as much of a permit if that takes longer.
 */
final class ModelComparison {

    private static final Rational MILLIONTH = Rational.of(1, 1_000_000);
    private static final long DIGITS = 1_000_000_000_000_000L;

    /** {@code -Dratelimit.histories=1000000} plays more; a history is known by its number. */
    private static final int HISTORIES = Integer.getInteger("ratelimit.histories", 10_000);

    private final Model model = new Model();
    private final History history;

    private ModelComparison(History history) {
        this.history = history;
    }

    /** Plays the histories to both. Fewer than one in a hundred may end at a tie. */
    static void assertAsTheModel(HistoryPlayer player) {
        assertAsTheModel(player, HISTORIES);
    }

    /** Plays as many of them. */
    static void assertAsTheModel(HistoryPlayer player, int histories) {
        long ties = LongStream.range(0, histories)
                .parallel()
                .mapToObj(RandomHistory::of)
                .filter(history -> !new ModelComparison(history).compare(player.play(history)))
                .count();
        assertThat(ties).as("histories that ended at a tie").isLessThanOrEqualTo(histories / 100);
    }

    /** Whether the whole history was compared; false: it ended at a tie. */
    private boolean compare(List<RateLimitDecision> answers) {
        assertThat(answers).hasSameSizeAs(history.moments());
        for (int i = 0; i < answers.size(); i++) {
            Moment moment = history.moments().get(i);
            try {
                if (!compare(moment, answers.get(i))) {
                    return false;
                }
            } catch (AssertionError difference) {
                throw new AssertionError(
                        "history " + history.number() + ", " + moment + ": " + answers.get(i), difference);
            }
        }
        return true;
    }

    private boolean compare(Moment moment, RateLimitDecision answer) {
        boolean same = true;
        for (int i = 0; i < moment.asks().size(); i++) {
            same &= fitsAlike(
                    moment.at(), moment.asks().get(i), answer.results().get(i));
        }
        if (!same) {
            return false;
        }
        boolean allowed = model.allows(moment.at(), moment.asks());
        assertThat(answer.isAllowed()).isEqualTo(allowed);
        for (int i = 0; i < moment.asks().size(); i++) {
            compareBefore(moment.at(), moment.asks().get(i), answer.results().get(i));
        }
        if (moment.take()) {
            model.take(moment.at(), moment.asks());
        }
        for (int i = 0; i < moment.asks().size(); i++) {
            compareAfter(moment.at(), moment.asks().get(i), answer.results().get(i));
        }
        return true;
    }

    private boolean fitsAlike(long now, Ask ask, Result result) {
        List<ModelLimit> limits = model.limits(ask);
        for (int i = 0; i < limits.size(); i++) {
            ModelLimit limit = limits.get(i);
            boolean fits = Duration.ZERO.equals(result.usages().get(i).retryAfter());
            if (fits != limit.fits(now, ask.cost())) {
                Rational room = limit.room(now, ask.cost());
                assertThat(room.abs()).as("%s of %s", room, ask).isLessThan(tie(limit));
                return false;
            }
        }
        return true;
    }

    /** What is said of the cost before it is charged. */
    private void compareBefore(long now, Ask ask, Result result) {
        List<ModelLimit> limits = model.limits(ask);
        assertThat(result.outcome()).isEqualTo(model.fits(now, ask) ? Outcome.ALLOWED : Outcome.REFUSED);
        assertThat(micros(result.blockedFor())).isEqualTo(model.blockedFor(now, ask));
        if (result.retryAfter() != null) {
            assertThat(result.retryAfter()).isGreaterThanOrEqualTo(result.blockedFor());
        }
        for (int i = 0; i < limits.size(); i++) {
            ModelLimit limit = limits.get(i);
            Duration wait = result.usages().get(i).retryAfter();
            if (ask.cost() > limit.capacity()) {
                assertThat(wait).isNull();
                assertThat(result.retryAfter()).isNull();
            } else if (!limit.fits(now, ask.cost())) {
                long micros = micros(wait);
                assertThat(limit.room(now + micros + 1, ask.cost()).plus(tie(limit)))
                        .as("room after %s of %s", wait, ask)
                        .isGreaterThanOrEqualTo(Rational.ZERO);
                assertThat(
                                micros < 2
                                        ? Rational.of(-1)
                                        : limit.room(now + micros - 2, ask.cost())
                                                .minus(tie(limit)))
                        .as("room before %s of %s", wait, ask)
                        .isLessThan(Rational.ZERO);
            }
        }
        if (ask.policy().algorithm() == Algorithm.LEAKY_BUCKET) {
            compareDelay(now, ask, result);
        }
    }

    private void compareDelay(long now, Ask ask, Result result) {
        long period = result.usages().get(0).limit().periodMicros();
        long count = result.usages().get(0).limit().count();
        boolean waits = ask.cost() > 0 && model.fits(now, ask);
        Rational delay =
                waits ? model.limits(ask).get(0).used(now).times(period).over(count) : Rational.ZERO;
        assertThat(micros(result.delay())).isBetween(delay.ceil() - 1, delay.ceil() + 1);
    }

    /** What is left after the decision, and until when something counts. */
    private void compareAfter(long now, Ask ask, Result result) {
        List<ModelLimit> limits = model.limits(ask);
        for (int i = 0; i < limits.size(); i++) {
            ModelLimit limit = limits.get(i);
            Usage usage = result.usages().get(i);
            Rational left = limit.room(now, 0);
            assertThat(usage.capacity()).isEqualTo(limit.capacity());
            assertThat(usage.remaining())
                    .as("remaining of %s, %s left", ask, left)
                    .isBetween(
                            left.minus(tie(limit)).max(Rational.ZERO).floor(),
                            left.plus(tie(limit)).floor());
            long reset = micros(usage.resetAfter());
            assertThat(isFull(limit, now + reset + 1))
                    .as("full after %s", usage)
                    .isTrue();
            assertThat(reset < 2 || !isFull(limit, now + reset - 2))
                    .as("not full before %s", usage)
                    .isTrue();
        }
    }

    private static boolean isFull(ModelLimit limit, long time) {
        return limit.used(time).compareTo(Rational.ZERO) == 0;
    }

    private static Rational tie(ModelLimit limit) {
        Rational lastDigits = Rational.of(limit.capacity(), DIGITS);
        return lastDigits.compareTo(MILLIONTH) < 0 ? lastDigits : MILLIONTH;
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }
}
