/** Products and the search for them: limited by the filter, per user or address. */
@NullMarked
package com.example.marketplace.catalog;

import org.jspecify.annotations.NullMarked;
