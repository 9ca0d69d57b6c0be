package io.github.ratelimit.internal.local;

/** What an algorithm remembers of one limit of one key. */
sealed interface LimitState
        permits TokenBucket.State, FixedWindow.State, SlidingWindow.State, SlidingLog.State, LeakyBucket.State, Debt {}
