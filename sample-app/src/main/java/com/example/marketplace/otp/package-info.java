/** One-time codes by SMS: limited per address, phone and dial prefix, and by a budget for the day. */
@NullMarked
package com.example.marketplace.otp;

import org.jspecify.annotations.NullMarked;
