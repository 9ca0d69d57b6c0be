package com.example.marketplace.otp;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Sends nothing and logs the text, code and all, so that the demo can be tried without a phone. Never do that in earnest. */
@Component
class LoggingSmsGateway implements SmsGateway {

    private static final Logger log = LoggerFactory.getLogger(LoggingSmsGateway.class);

    @Override
    public void send(Sms sms) {
        log.info("Demo SMS to {}: {}", sms.to().masked(), sms.text());
    }
}
