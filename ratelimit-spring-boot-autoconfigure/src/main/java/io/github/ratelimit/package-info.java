/** Rate limits for Spring Boot services: the annotation, the limiter for code, its values and its answers. */
@NullMarked
package io.github.ratelimit;

import org.jspecify.annotations.NullMarked;
