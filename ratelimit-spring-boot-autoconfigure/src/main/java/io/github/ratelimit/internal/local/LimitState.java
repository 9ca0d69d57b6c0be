package io.github.ratelimit.internal.local;

/** What is remembered of one limit of one key, or of its block. */
sealed interface LimitState
        permits TokenBucket.State,
                FixedWindow.State,
                SlidingWindow.State,
                SlidingLog.State,
                LeakyBucket.State,
                Debt,
                BlockLadder.State {}
