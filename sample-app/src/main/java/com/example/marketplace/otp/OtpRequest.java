package com.example.marketplace.otp;

import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /otp}.
 *
 * @param phone where the code goes, in any usual spelling
 */
record OtpRequest(@Nullable String phone) {}
