/** What every part needs: security, and a Redis for a demo that was given none. */
@NullMarked
package com.example.marketplace.infrastructure;

import org.jspecify.annotations.NullMarked;
