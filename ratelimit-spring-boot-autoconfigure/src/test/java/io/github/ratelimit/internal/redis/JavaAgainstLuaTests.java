package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;

/** The script in Redis and its Java form give the same answers to the same calls at the same time, field by field. */
class JavaAgainstLuaTests {

    private static final SettableTime RUNNING = SettableTime.withExpiry();
    private static final SettableTime JUMPING = SettableTime.withoutExpiry();

    @AfterContainer
    static void close() {
        RUNNING.close();
        JUMPING.close();
    }

    @Provide
    Arbitrary<Scenario> steady() {
        return Scenarios.steady();
    }

    @Provide
    Arbitrary<Scenario> changing() {
        return Scenarios.changing();
    }

    @Property(tries = 600, edgeCases = EdgeCasesMode.NONE)
    void answerAlikeWhileTimeGoesOn(@ForAll("steady") Scenario scenario) throws StoreFailureException {
        SideBySide both = new SideBySide(RUNNING, scenario);
        both.play();
        both.assertExpiries();
    }

    @Property(tries = 600, edgeCases = EdgeCasesMode.NONE)
    void answerAlikeWhileNumbersChangeAndTheClockGoesBack(@ForAll("changing") Scenario scenario)
            throws StoreFailureException {
        new SideBySide(JUMPING, scenario).forgettingNothing().play();
    }
}
