/** One-time codes by SMS: limited per address and phone, and by a budget for the day. */
@NullMarked
package com.example.marketplace.otp;

import org.jspecify.annotations.NullMarked;
