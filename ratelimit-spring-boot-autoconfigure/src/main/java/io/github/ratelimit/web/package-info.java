/** Rate limits over HTTP: what an application can replace. */
@NullMarked
package io.github.ratelimit.web;

import org.jspecify.annotations.NullMarked;
