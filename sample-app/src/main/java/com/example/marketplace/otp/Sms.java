package com.example.marketplace.otp;

import com.example.marketplace.phone.Phone;

/**
 * A short message.
 *
 * @param to whose phone
 * @param text what it says
 */
public record Sms(Phone to, String text) {}
