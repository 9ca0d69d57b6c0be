package com.example.recipes.otp;

import io.github.ratelimit.RateLimited;
import org.springframework.stereotype.Service;

@Service
class OtpService {

    private final PhoneNumbers phones;
    private final OtpCodes codes;
    private final SmsGateway gateway;

    OtpService(PhoneNumbers phones, OtpCodes codes, SmsGateway gateway) {
        this.phones = phones;
        this.codes = codes;
        this.gateway = gateway;
    }

    /** One decision: who is refused by one of the three takes nothing from the others. What was not sent is given back. */
    @RateLimited(policy = "otp-phone", key = "#phone", refundFor = SmsGateway.NotSentException.class)
    @RateLimited(policy = "otp-prefix", key = "#phone", refundFor = SmsGateway.NotSentException.class)
    @RateLimited(policy = "otp-budget", refundFor = SmsGateway.NotSentException.class)
    void send(String phone) {
        String to = phones.e164(phone);
        gateway.send(to, "Your code is " + codes.issue(to));
    }

    /** Guesses are limited per phone, whoever makes them and in whichever session. */
    @RateLimited(policy = "otp-verify", key = "#phone")
    boolean verify(String phone, String code) {
        return codes.redeem(phones.e164(phone), code);
    }
}
