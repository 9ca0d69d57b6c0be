package com.example.marketplace.login;

/**
 * The answer to a right password.
 *
 * @param username as the account is called, however it was spelt
 */
record LoggedIn(String username) {}
