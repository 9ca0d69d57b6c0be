package io.github.ratelimit.internal.web;

import io.github.ratelimit.InvalidRateLimitCheckException;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.internal.limiter.Admission;
import io.github.ratelimit.internal.limiter.RequestScope;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.web.RouteMatcher.Match;
import io.github.ratelimit.internal.web.RouteMatcher.UnreadablePathException;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits requests by path, in one phase: which policies apply, what are their keys, may it pass, tell the caller, go on
 * or refuse. A forward is decided too, for the policies that were not asked before; async, error and include dispatches
 * only go on with what was decided.
 */
public final class RateLimitFilter implements Filter {

    private static final String SEEN_BEFORE_SECURITY = RateLimitFilter.class.getName() + ".before";
    private static final String SEEN_AFTER_SECURITY = RateLimitFilter.class.getName() + ".after";

    private final Phase phase;
    private final RouteMatcher routes;
    private final Admission admission;
    private final HttpRequestScope.Scopes scopes;
    private final Refusals refusals;

    /** Decides the routes of one phase. */
    public RateLimitFilter(
            Phase phase,
            RouteMatcher routes,
            Admission admission,
            RequestValues values,
            RateLimitHeaders headers,
            Refusals refusals) {
        this.phase = phase;
        this.routes = routes;
        this.admission = admission;
        this.scopes = new HttpRequestScope.Scopes(values, headers);
        this.refusals = refusals;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http && response instanceof HttpServletResponse answer) {
            doFilter(http, answer, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Whether the filter of a phase has come to see the request. */
    static boolean hasSeen(HttpServletRequest request, Phase phase) {
        return request.getAttribute(seen(phase)) != null;
    }

    private static String seen(Phase phase) {
        return switch (phase) {
            case BEFORE_SECURITY -> SEEN_BEFORE_SECURITY;
            case AFTER_SECURITY -> SEEN_AFTER_SECURITY;
        };
    }

    private void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        request.setAttribute(seen(phase), true);
        List<Match> matching;
        try {
            matching = routes.matching(request);
        } catch (UnreadablePathException unreadable) {
            refusals.unreadable(request, response);
            return;
        }
        if (matching.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        HttpRequestScope scope = scopes.of(request, response);
        List<ResolvedCheck> checks;
        try {
            checks = resolve(matching, scope, request);
        } catch (InvalidRateLimitCheckException invalid) {
            refusals.badRequest(request, response, invalid);
            return;
        }
        if (checks.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        RateLimitDecision decision = admission.admit(checks, scope.ledger(), policy -> pattern(matching, policy));
        scope.announce(decision);
        if (decision.isAllowed()) {
            scope.ledger().passed(decision, checks);
            chain.doFilter(request, response);
        } else {
            refusals.refuse(request, response, decision);
        }
    }

    /** The pattern by which a policy applies. */
    private static @Nullable String pattern(List<Match> matching, String policy) {
        for (Match match : matching) {
            if (match.route().policy().name().equals(policy)) {
                return match.pattern().getPatternString();
            }
        }
        return null;
    }

    private List<ResolvedCheck> resolve(List<Match> matching, HttpRequestScope scope, HttpServletRequest request) {
        List<ResolvedCheck> checks = new ArrayList<>(matching.size());
        for (Match match : matching) {
            CompiledRoute route = match.route();
            if (!scope.ledger().ask(route.policy().name())) {
                continue; // by an earlier dispatch of this request
            }
            RequestScope values = route.usesPath() ? scope.with(match.pathVariables()) : scope;
            ResolvedCheck check = admission.resolver().ofRequest(route.policy(), 1, values);
            if (check != null) {
                checks.add(check.withCost(route.cost().of(request)));
            }
        }
        return checks;
    }
}
