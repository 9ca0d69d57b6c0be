package com.example.marketplace.otp;

/** More messages wait than the gateway can carry soon. */
class SmsQueueFullException extends RuntimeException {

    SmsQueueFullException(Throwable cause) {
        super("The SMS queue is full", cause);
    }
}
