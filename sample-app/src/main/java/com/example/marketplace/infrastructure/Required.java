package com.example.marketplace.infrastructure;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** What a request cannot do without. */
public final class Required {

    private Required() {}

    /** The text of a field; a missing or blank one is answered with 400, naming the field. */
    public static String text(String field, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'" + field + "' is missing");
        }
        return value;
    }
}
