package com.example.marketplace.otp;

import com.example.marketplace.phone.Phone;
import com.example.marketplace.phone.PhoneReader;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimited;
import io.github.ratelimit.RateLimiter;
import java.util.List;
import org.springframework.stereotype.Service;

/** Sends codes and checks them. Both are limited here, at the method, where the phone is known. */
@Service
class OtpService {

    private final PhoneReader phones;
    private final OneTimeCodes codes;
    private final SmsQueue queue;
    private final RateLimiter limiter;

    OtpService(PhoneReader phones, OneTimeCodes codes, SmsQueue queue, RateLimiter limiter) {
        this.phones = phones;
        this.codes = codes;
        this.queue = queue;
        this.limiter = limiter;
    }

    /**
     * Sends a code. One decision: a phone that has had its share takes nothing from the day's budget. A code that cannot
     * be sent costs nothing: now, when the queue is full, or later, when the gateway fails.
     */
    @RateLimited(policy = "otp-phone", key = "#phone", refundFor = SmsQueueFullException.class)
    @RateLimited(policy = "otp-prefix", key = "#phone", refundFor = SmsQueueFullException.class)
    @RateLimited(policy = "otp-budget", refundFor = SmsQueueFullException.class)
    void send(String phone) {
        Phone to = phones.read(phone);
        List<RateLimitDecision> charged = limiter.currentDecisions();
        queue.add(new Sms(to, "Your code is " + codes.issue(to)), () -> charged.forEach(limiter::refund));
    }

    /** Whether this is the code that was sent. Guesses are limited per phone, whoever makes them. */
    @RateLimited(policy = "otp-verify", key = "#phone")
    boolean verify(String phone, String code) {
        return codes.redeem(phones.read(phone), code.strip());
    }
}
