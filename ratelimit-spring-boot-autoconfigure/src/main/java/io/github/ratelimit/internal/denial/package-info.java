/** Remembers refusals, so that a flood of refused requests costs the store nothing. */
@NullMarked
package io.github.ratelimit.internal.denial;

import org.jspecify.annotations.NullMarked;
