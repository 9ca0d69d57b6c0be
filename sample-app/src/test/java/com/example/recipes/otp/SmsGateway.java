package com.example.recipes.otp;

/** Whoever carries your messages. */
interface SmsGateway {

    /**
     * Sends one message to a phone, written as the caller wrote it.
     *
     * @throws NotSentException if it is certain that nothing was sent, and so that nothing is to be paid
     */
    void send(String phone, String text);

    class NotSentException extends RuntimeException {}
}
