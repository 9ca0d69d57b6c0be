/** Orders for partners: limited per API key, on the partner's plan. */
@NullMarked
package com.example.marketplace.partner;

import org.jspecify.annotations.NullMarked;
