package com.example.marketplace.otp;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Sends nothing and logs the text, code and all: the demo needs no phone that way. Never do so in earnest. */
@Component
class LoggingSmsGateway implements SmsGateway {

    private static final Logger log = LoggerFactory.getLogger(LoggingSmsGateway.class);

    @Override
    public void send(Sms sms) {
        log.info("Demo SMS to {}: {}", sms.to().masked(), sms.text());
    }
}
