package com.example.marketplace.catalog;

/**
 * Something for sale.
 *
 * @param id its number
 * @param name what it is called
 * @param price in whole Nepalese rupees
 */
record Product(long id, String name, long price) {}
