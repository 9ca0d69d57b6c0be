package com.example.marketplace.partner;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The policy {@code partner} reads the {@code X-Api-Key}: a known key has its plan's limit, every other caller is
 * limited by address. Who may see which orders is another matter, and not shown here.
 */
@RestController
class PartnerController {

    private static final List<Order> ORDERS =
            List.of(new Order(1001, "Singing bowl", 2), new Order(1002, "Ilam tea, 500 g", 12));

    @GetMapping("/partner/orders")
    List<Order> orders() {
        return ORDERS;
    }
}
