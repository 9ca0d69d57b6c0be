package io.github.ratelimit.internal.redis;

import org.junit.jupiter.api.Test;

/** The script and a model that was written from the design alone give the same answers to random histories. */
class ScriptAgainstModelTests {

    @Test
    void answersAsTheModel() {
        try (TestRedis redis = TestRedis.shared()) {
            ModelComparison.assertAsTheModel(new ScriptHistoryPlayer(redis));
        }
    }
}
