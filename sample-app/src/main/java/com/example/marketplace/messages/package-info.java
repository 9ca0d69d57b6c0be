/** The SMS API: one budget per API key over sending and reading. */
@NullMarked
package com.example.marketplace.messages;

import org.jspecify.annotations.NullMarked;
