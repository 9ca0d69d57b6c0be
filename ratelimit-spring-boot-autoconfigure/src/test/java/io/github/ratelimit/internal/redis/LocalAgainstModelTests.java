package io.github.ratelimit.internal.redis;

import org.junit.jupiter.api.Test;

/** The local store and a model that was written from the design alone give the same answers to random histories. */
class LocalAgainstModelTests {

    @Test
    void answersAsTheModel() {
        ModelComparison.assertAsTheModel(HistoryPlayer.local());
    }
}
