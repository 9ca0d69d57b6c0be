package com.example.marketplace.messages;

import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /messages}.
 *
 * @param to whose phone, in any usual spelling
 * @param text what to send
 */
record MessageRequest(@Nullable String to, @Nullable String text) {}
