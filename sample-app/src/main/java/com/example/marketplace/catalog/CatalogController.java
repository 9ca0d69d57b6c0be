package com.example.marketplace.catalog;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The policies {@code api} and {@code search} hold for these paths; no line here knows of them. */
@RestController
@RequestMapping("/api")
class CatalogController {

    private final Catalog catalog;

    CatalogController(Catalog catalog) {
        this.catalog = catalog;
    }

    @GetMapping("/products")
    List<Product> products() {
        return catalog.all();
    }

    @GetMapping("/search")
    List<Product> search(@RequestParam String q) {
        return catalog.search(q);
    }
}
