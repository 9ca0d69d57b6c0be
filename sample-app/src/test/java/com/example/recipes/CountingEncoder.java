package com.example.recipes;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Counts how often a password is looked at: that is what takes the time of a login. */
public final class CountingEncoder implements PasswordEncoder {

    private final PasswordEncoder encoder = new BCryptPasswordEncoder(4);
    private final AtomicInteger looks = new AtomicInteger();

    @Override
    public String encode(CharSequence password) {
        return encoder.encode(password);
    }

    @Override
    public boolean matches(CharSequence password, String encoded) {
        looks.incrementAndGet();
        return encoder.matches(password, encoded);
    }

    /** How often since the last question. */
    public int looks() {
        return looks.getAndSet(0);
    }
}
