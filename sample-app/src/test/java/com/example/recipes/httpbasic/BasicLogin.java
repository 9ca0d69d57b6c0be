package com.example.recipes.httpbasic;

import io.github.ratelimit.web.RateLimitKeyResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.www.BasicAuthenticationConverter;

@Configuration(proxyBeanMethods = false)
class BasicLogin {

    /** The user name that the request claims, read as Spring Security will read it. */
    @Bean
    RateLimitKeyResolver claimedUser() {
        BasicAuthenticationConverter basic = new BasicAuthenticationConverter();
        return request -> {
            try {
                UsernamePasswordAuthenticationToken claim = basic.convert(request);
                return claim == null ? null : claim.getName();
            } catch (AuthenticationException unreadable) {
                return null;
            }
        };
    }
}
