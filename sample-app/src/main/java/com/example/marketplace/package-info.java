/** The application: one sub-package for each part of the business. */
@NullMarked
package com.example.marketplace;

import org.jspecify.annotations.NullMarked;
