/** The decision: which numbers hold for which key, who is asked, and what happens when the store fails. */
@NullMarked
package io.github.ratelimit.internal.limiter;

import org.jspecify.annotations.NullMarked;
