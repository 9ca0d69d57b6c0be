package io.github.ratelimit.benchmarks;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.CommandLineRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.filter.OncePerRequestFilter;

/** A filter as people write it around a limiter: one permit of the API key, else 429, and no headers. */
final class LimiterFilter extends OncePerRequestFilter {

    private final Limiter limiter;

    private LimiterFilter(Limiter limiter) {
        this.limiter = limiter;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (limiter.take(request.getHeader(HttpApplication.API_KEY))) {
            chain.doFilter(request, response);
        } else {
            response.sendError(429);
        }
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().equals(HttpApplication.FIGURES);
    }

    @Configuration(proxyBeanMethods = false)
    static class HandWritten {

        @Bean
        LimiterFilter handWritten(@Value("${spring.data.redis.port}") int port) {
            return new LimiterFilter(new HandWrittenScript(port));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Bucket4j {

        @Bean
        LimiterFilter bucket4j(@Value("${spring.data.redis.port}") int port) {
            return new LimiterFilter(new Bucket4jBuckets(port));
        }
    }

    /** No filter: its limiter is asked once before the application is ready. */
    @Configuration(proxyBeanMethods = false)
    static class AskedAtStart {

        @Bean
        CommandLineRunner askOnce(@Value("${spring.data.redis.port}") int port) {
            return arguments -> {
                try (HandWrittenScript limiter = new HandWrittenScript(port)) {
                    limiter.take("start");
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class None {}
}
