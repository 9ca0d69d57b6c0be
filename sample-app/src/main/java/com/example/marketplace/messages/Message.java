package com.example.marketplace.messages;

import java.util.UUID;

/**
 * A message that was accepted. The demo sends none of them: the limits are what it shows.
 *
 * @param id cannot be guessed, so that knowing it is enough to read the message
 * @param to whose phone, in E.164 form
 * @param text what it says
 */
record Message(UUID id, String to, String text) {}
