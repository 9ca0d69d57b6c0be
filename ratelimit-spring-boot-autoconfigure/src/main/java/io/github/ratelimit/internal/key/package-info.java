/** Whose budget: from the values of a request or call to the text a store knows. */
@NullMarked
package io.github.ratelimit.internal.key;

import org.jspecify.annotations.NullMarked;
