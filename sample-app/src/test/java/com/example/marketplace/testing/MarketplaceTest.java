package com.example.marketplace.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;

/**
 * The whole application on a free port, with the Redis it starts by itself. Tomcat takes the address from
 * {@code X-Forwarded-For}, so that every {@link Visitor} has one of its own. All tests share the one application: each
 * keeps to visitors, users, phones and keys of its own. The deadline is one that a busy machine keeps.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "server.forward-headers-strategy=native",
            "ratelimit.key-prefix=rl:marketplace-test",
            "ratelimit.redis.deadline=2s"
        })
@Import(RecordingSmsGateway.class)
public @interface MarketplaceTest {}
