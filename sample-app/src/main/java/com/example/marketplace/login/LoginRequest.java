package com.example.marketplace.login;

import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /login}.
 *
 * @param username who
 * @param password the proof
 */
record LoginRequest(@Nullable String username, @Nullable String password) {}
