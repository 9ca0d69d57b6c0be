/** The HTTP side: which policies match, the values of their keys, and how the answer is told. */
@NullMarked
package io.github.ratelimit.internal.web;

import org.jspecify.annotations.NullMarked;
