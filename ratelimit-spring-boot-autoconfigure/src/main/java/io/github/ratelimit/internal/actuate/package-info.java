/** What Spring Boot Actuator shows and lets change. */
@NullMarked
package io.github.ratelimit.internal.actuate;

import org.jspecify.annotations.NullMarked;
