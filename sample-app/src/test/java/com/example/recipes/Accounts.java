package com.example.recipes;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** The accounts of an application: {@code ana}, and {@code lena}, which is locked. */
@Configuration(proxyBeanMethods = false)
public class Accounts {

    @Bean
    CountingEncoder passwordEncoder() {
        return new CountingEncoder();
    }

    @Bean
    UserDetailsService users(CountingEncoder encoder) {
        String password = encoder.encode("right");
        return new InMemoryUserDetailsManager(
                User.withUsername("ana").password(password).build(),
                User.withUsername("lena").password(password).accountLocked(true).build());
    }
}
