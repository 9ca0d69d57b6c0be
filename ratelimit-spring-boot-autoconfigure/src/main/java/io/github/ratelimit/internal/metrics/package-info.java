/** Micrometer meters; the only package that knows it, beside the wiring. */
@NullMarked
package io.github.ratelimit.internal.metrics;

import org.jspecify.annotations.NullMarked;
