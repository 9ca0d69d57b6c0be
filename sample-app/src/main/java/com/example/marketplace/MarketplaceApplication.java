package com.example.marketplace;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A marketplace and an SMS API. What is limited, and how, stands in {@code application.yml}. */
@SpringBootApplication
public class MarketplaceApplication {

    /** Starts it on port 8080. */
    public static void main(String[] args) {
        SpringApplication.run(MarketplaceApplication.class, args);
    }
}
