package com.example.marketplace.login;

import io.github.ratelimit.RateLimited;
import java.util.Optional;
import org.springframework.security.authentication.AccountStatusException;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.stereotype.Service;

/** Checks passwords, a limited number of times. */
@Service
class LoginService {

    private final AuthenticationManager authentication;

    LoginService(AuthenticationManager authentication) {
        this.authentication = authentication;
    }

    /**
     * The account's name if the password is right; empty for any other reason, or a locked account would show that it
     * exists. Every try counts, in one decision: per address and name against guessing, and per name against guessing
     * from many addresses.
     */
    @RateLimited(policy = "login-pair", key = "{#ip, #username}")
    @RateLimited(policy = "login-account", key = "#username")
    Optional<String> login(String username, String password) {
        try {
            return Optional.of(authentication
                    .authenticate(UsernamePasswordAuthenticationToken.unauthenticated(username, password))
                    .getName());
        } catch (BadCredentialsException | AccountStatusException refused) {
            return Optional.empty();
        }
    }
}
