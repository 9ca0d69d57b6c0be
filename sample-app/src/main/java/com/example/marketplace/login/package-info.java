/** Checking a password: limited per address, per address and user name, and per user name. */
@NullMarked
package com.example.marketplace.login;

import org.jspecify.annotations.NullMarked;
