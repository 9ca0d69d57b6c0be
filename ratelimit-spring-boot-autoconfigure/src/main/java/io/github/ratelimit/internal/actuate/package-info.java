/** What Spring Boot Actuator shows. */
@NullMarked
package io.github.ratelimit.internal.actuate;

import org.jspecify.annotations.NullMarked;
