package com.example.compatibility;

import io.github.ratelimit.RateLimited;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The application that is built and run on each line of Spring Boot. */
@SpringBootApplication
class Shop {

    @Bean
    Orders orders() {
        return new Orders();
    }

    static class Orders {

        @RateLimited(policy = "orders", key = "#user")
        public String place(String user) {
            return "placed for " + user;
        }
    }

    @RestController
    static class Pages {

        private final Orders orders;

        Pages(Orders orders) {
            this.orders = orders;
        }

        @GetMapping({"/api/page", "/open/page"})
        String page() {
            return "page";
        }

        @GetMapping("/orders")
        String order(@RequestParam("user") String user) {
            return orders.place(user);
        }
    }
}
