package io.github.ratelimit.faults;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.web.filter.OncePerRequestFilter;

/** A counter with an expiry, over the template that Boot makes, with Boot's defaults. */
public class HandWrittenFilter extends OncePerRequestFilter {

    private static final RedisScript<Long> COUNT = RedisScript.of("""
            local used = redis.call('INCR', KEYS[1])
            if used == 1 then
              redis.call('EXPIRE', KEYS[1], ARGV[1])
            end
            return used
            """, Long.class);

    private final StringRedisTemplate redis;

    /** Counts in this Redis. */
    public HandWrittenFilter(StringRedisTemplate redis) {
        this.redis = redis;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Long used = redis.execute(COUNT, List.of("limit:" + request.getHeader(Contender.CALLER)), "86400");
        if (used > Contender.LIMIT) {
            response.sendError(429);
        } else {
            chain.doFilter(request, response);
        }
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().equals(ContenderApplication.FIGURES);
    }
}
