package com.example.marketplace.otp;

/** Whoever carries our messages, and sends the bill. */
@FunctionalInterface
public interface SmsGateway {

    /** Sends one message; may take seconds, and may throw. */
    void send(Sms sms);
}
