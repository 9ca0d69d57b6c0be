package com.example.marketplace.otp;

import com.example.marketplace.phone.Phone;
import com.example.marketplace.phone.PhoneReader;
import io.github.ratelimit.RateLimited;
import org.springframework.stereotype.Service;

/** Sends codes and checks them. Both are limited here, at the method, where the phone is known. */
@Service
class OtpService {

    private final PhoneReader phones;
    private final OneTimeCodes codes;
    private final SmsQueue queue;

    OtpService(PhoneReader phones, OneTimeCodes codes, SmsQueue queue) {
        this.phones = phones;
        this.codes = codes;
        this.queue = queue;
    }

    /**
     * Sends a code. One decision: a phone that has had its share takes nothing from the day's budget. A code that cannot
     * be sent costs nothing.
     */
    @RateLimited(policy = "otp-phone", key = "#phone", refundFor = SmsQueueFullException.class)
    @RateLimited(policy = "otp-budget", refundFor = SmsQueueFullException.class)
    void send(String phone) {
        Phone to = phones.read(phone);
        queue.add(new Sms(to, "Your code is " + codes.issue(to)));
    }

    /** Whether this is the code that was sent. Guesses are limited per phone, whoever makes them. */
    @RateLimited(policy = "otp-verify", key = "#phone")
    boolean verify(String phone, String code) {
        return codes.redeem(phones.read(phone), code.strip());
    }
}
