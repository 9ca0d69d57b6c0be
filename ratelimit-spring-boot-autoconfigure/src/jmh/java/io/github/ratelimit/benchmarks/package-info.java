/** Measures what a check costs, here and in other ways to limit, and writes docs/benchmarks.md. */
package io.github.ratelimit.benchmarks;
