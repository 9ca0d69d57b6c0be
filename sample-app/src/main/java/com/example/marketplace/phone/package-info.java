/** Phone numbers, in the one form in which they are compared and stored. */
@NullMarked
package com.example.marketplace.phone;

import org.jspecify.annotations.NullMarked;
