package com.example.marketplace.catalog;

import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** All there is to buy. */
@Component
class Catalog {

    private static final List<Product> PRODUCTS = List.of(
            new Product(1, "Pashmina shawl", 6_500),
            new Product(2, "Singing bowl", 3_200),
            new Product(3, "Ilam tea, 500 g", 900),
            new Product(4, "Dhaka topi", 650),
            new Product(5, "Lokta paper notebook", 350));

    List<Product> all() {
        return PRODUCTS;
    }

    List<Product> search(String words) {
        String wanted = words.strip().toLowerCase(Locale.ROOT);
        return PRODUCTS.stream()
                .filter(product -> product.name().toLowerCase(Locale.ROOT).contains(wanted))
                .toList();
    }
}
