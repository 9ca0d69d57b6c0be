package com.example.recipes.otp;

/** Whoever carries your messages. */
interface SmsGateway {

    /**
     * Sends one message to a phone in E.164 form, such as +9779841234567: the very number that was counted.
     *
     * @throws NotSentException if it is certain that nothing was sent, and so that nothing is to be paid
     */
    void send(String phone, String text);

    class NotSentException extends RuntimeException {}
}
