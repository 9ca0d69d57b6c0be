package com.example.recipes;

import com.example.marketplace.infrastructure.OwnRedis;
import com.example.marketplace.testing.Visitor;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application with the {@code application.yml} that the document shows, and no other. It takes the address of a
 * {@link Visitor} from {@code X-Forwarded-For}.
 */
public final class RecipeApplication implements AutoCloseable {

    private static final OwnRedis REDIS = OwnRedis.start();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(REDIS::close));
    }

    private final ConfigurableApplicationContext context;

    private RecipeApplication(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts a recipe of the document; later properties, {@code name=value}, win. */
    public static RecipeApplication start(String recipe, Class<?> source, String... properties) {
        Map<String, String> arguments = new LinkedHashMap<>(Map.of(
                "spring.config.location",
                "file:" + fileOf(recipe),
                "server.port",
                "0",
                "spring.data.redis.port",
                String.valueOf(REDIS.port()),
                "ratelimit.key-prefix",
                "recipe:" + UUID.randomUUID(),
                "ratelimit.redis.deadline",
                "5s",
                "ratelimit.client-ip.trusted-proxies",
                "127.0.0.1, ::1"));
        for (String property : properties) {
            String[] nameAndValue = property.split("=", 2);
            arguments.put(nameAndValue[0], nameAndValue[1]);
        }
        return new RecipeApplication(new SpringApplicationBuilder(source)
                .run(arguments.entrySet().stream()
                        .map(argument -> "--" + argument.getKey() + "=" + argument.getValue())
                        .toArray(String[]::new)));
    }

    private static Path fileOf(String recipe) {
        try {
            Path file = Files.createTempFile(recipe, ".yml");
            file.toFile().deleteOnExit();
            return Files.writeString(file, new RecipeDocument().yaml(recipe));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Somebody from an address of their own. */
    public Visitor visitor() {
        return Visitor.of(port());
    }

    /** Where another application finds this one. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    private int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    /** Permits of a key that are used. */
    public long used(String policy, String... key) {
        var usage = bean(RateLimiter.class)
                .peek(RateLimitCheck.of(policy, key).cost(0))
                .results()
                .get(0)
                .usages()
                .get(0);
        return usage.capacity() - usage.remaining();
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }
}
