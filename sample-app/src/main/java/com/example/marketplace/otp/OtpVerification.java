package com.example.marketplace.otp;

import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /otp/verify}.
 *
 * @param phone where the code went, in any usual spelling
 * @param code what came there
 */
record OtpVerification(@Nullable String phone, @Nullable String code) {}
