package com.example.marketplace.partner;

/**
 * Something that was bought.
 *
 * @param id its number
 * @param product what was bought
 * @param pieces how many of it
 */
record Order(long id, String product, int pieces) {}
