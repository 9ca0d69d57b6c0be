/** The annotation: read once when a bean is made, decided at each call. */
@NullMarked
package io.github.ratelimit.internal.method;

import org.jspecify.annotations.NullMarked;
