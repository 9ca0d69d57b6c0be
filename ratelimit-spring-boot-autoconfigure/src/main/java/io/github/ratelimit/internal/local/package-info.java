/** A store in this process, and the Java form of the algorithms. */
@NullMarked
package io.github.ratelimit.internal.local;

import org.jspecify.annotations.NullMarked;
