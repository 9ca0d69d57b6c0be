package com.example.marketplace.otp;

import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OtpConfiguration {

    @Bean
    OneTimeCodes oneTimeCodes() {
        return new OneTimeCodes(Clock.systemUTC());
    }
}
