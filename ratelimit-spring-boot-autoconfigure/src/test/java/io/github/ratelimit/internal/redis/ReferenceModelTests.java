package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import org.junit.jupiter.api.Test;

/**
 * Random histories, answered by the local store and by the script, against a model that was written from the design alone.
 * {@code -Dratelimit.histories=1000000} plays more of them; a history is known by its number.
 */
class ReferenceModelTests {

    private static final int HISTORIES = Integer.getInteger("ratelimit.histories", 10_000);

    @Test
    void localStoreAnswersAsTheModel() throws StoreFailureException {
        assertAsTheModel(HistoryPlayer.local());
    }

    @Test
    void scriptAnswersAsTheModel() throws StoreFailureException {
        try (TestRedis redis = TestRedis.shared()) {
            assertAsTheModel(new ScriptHistoryPlayer(redis));
        }
    }

    /** Fewer than one in a hundred may end at a tie. */
    private static void assertAsTheModel(HistoryPlayer player) throws StoreFailureException {
        int ties = 0;
        for (int number = 0; number < HISTORIES; number++) {
            History history = RandomHistory.of(number);
            if (!new ModelComparison(history).compare(player.play(history))) {
                ties++;
            }
        }
        System.out.println("TIES " + ties);
        assertThat(ties).as("histories that ended at a tie").isLessThan(HISTORIES / 100);
    }
}
