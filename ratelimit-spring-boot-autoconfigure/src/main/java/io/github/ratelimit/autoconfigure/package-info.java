/** Wiring: from properties to policies, filters and the advisor. */
@NullMarked
package io.github.ratelimit.autoconfigure;

import org.jspecify.annotations.NullMarked;
