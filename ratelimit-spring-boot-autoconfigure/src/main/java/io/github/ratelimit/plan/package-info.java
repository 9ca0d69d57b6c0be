/** Plans: who is on which. */
@NullMarked
package io.github.ratelimit.plan;

import org.jspecify.annotations.NullMarked;
