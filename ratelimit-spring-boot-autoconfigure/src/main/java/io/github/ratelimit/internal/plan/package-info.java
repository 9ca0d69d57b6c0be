/** Asks the application who is on which plan, and keeps its answers. */
@NullMarked
package io.github.ratelimit.internal.plan;

import org.jspecify.annotations.NullMarked;
