package io.github.ratelimit.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/** Bucket4j's compare-and-swap over Lettuce, on the client that Boot makes, with the defaults of both. */
public class Bucket4jFilter extends OncePerRequestFilter {

    private static final BucketConfiguration CONFIGURATION = BucketConfiguration.builder()
            .addLimit(limit -> limit.capacity(Contender.LIMIT).refillGreedy(Contender.LIMIT, Duration.ofDays(1)))
            .build();

    private final ProxyManager<byte[]> buckets;

    /** Keeps its buckets where this factory connects to. */
    public Bucket4jFilter(LettuceConnectionFactory factory) {
        this.buckets = Bucket4jLettuce.casBasedBuilder((RedisClient) factory.getRequiredNativeClient())
                .expirationAfterWrite(
                        ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(Duration.ofSeconds(10)))
                .build();
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        byte[] key = ("limit:" + request.getHeader(Contender.CALLER)).getBytes(UTF_8);
        if (buckets.getProxy(key, () -> CONFIGURATION).tryConsume(1)) {
            chain.doFilter(request, response);
        } else {
            response.sendError(429);
        }
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().equals(ContenderApplication.FIGURES);
    }
}
