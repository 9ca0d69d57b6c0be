/** What many accounts need of Redis: memory by key, CPU by check. Writes the tables of {@code docs/scale.md}. */
package io.github.ratelimit.scale;
