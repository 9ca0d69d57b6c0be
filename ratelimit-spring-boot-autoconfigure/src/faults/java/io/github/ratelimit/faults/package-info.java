/** Measures what faults of Redis do to applications under load, and writes the table of docs/operations.md. */
package io.github.ratelimit.faults;
