package io.github.ratelimit.internal.method;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitExceededException;
import io.github.ratelimit.internal.limiter.Admission;
import io.github.ratelimit.internal.limiter.CurrentRequest;
import io.github.ratelimit.internal.limiter.RequestScope;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.WaitBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Limits calls of annotated methods: what are the keys, may it pass, tell the caller, go on or refuse. What the filter
 * charged for the same policy and key counts for the first call.
 */
public final class RateLimitedInterceptor implements MethodInterceptor {

    private final RateLimitedMethods methods;
    private final Supplier<Admission> admission;
    private final Supplier<CurrentRequest> currentRequest;

    /** Asks for the limiter at the first call, so that it is not made before its time. */
    public RateLimitedInterceptor(
            RateLimitedMethods methods, Supplier<Admission> admission, Supplier<CurrentRequest> currentRequest) {
        this.methods = methods;
        this.admission = admission;
        this.currentRequest = currentRequest;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = Objects.requireNonNull(invocation.getThis());
        RateLimitedMethod method = methods.of(invocation.getMethod(), target.getClass());
        if (method == null) {
            return invocation.proceed();
        }
        RateLimitDecision decision = acquire(method, invocation.getArguments());
        if (decision == null) {
            return invocation.proceed();
        }
        if (decision.isAllowed()) {
            return admission.get().run(decision, invocation::proceed, method::refunds);
        }
        if (method.fallback() != null) {
            return Fallbacks.call(method.fallback(), target, invocation.getArguments());
        }
        throw new RateLimitExceededException(decision);
    }

    /** The decision; null if the filter has paid for all of it. */
    private @Nullable RateLimitDecision acquire(RateLimitedMethod method, @Nullable Object[] arguments) {
        RequestScope request = currentRequest.get().find();
        List<ResolvedCheck> checks = resolve(method.checks(), arguments, request);
        List<ResolvedCheck> credits = new ArrayList<>(0);
        List<ResolvedCheck> due = request == null ? checks : withoutCredit(checks, request, credits);
        if (due.isEmpty()) {
            return null;
        }
        RateLimitDecision decision = admission.get().admit(due, budget(request), policy -> method.name());
        if (request != null) {
            request.announce(decision);
            if (!decision.isAllowed()) {
                credits.forEach(request.ledger()::credit);
            }
        }
        return decision;
    }

    private static WaitBudget budget(@Nullable RequestScope request) {
        return request == null ? new WaitBudget() : request.ledger().waitBudget();
    }

    private List<ResolvedCheck> resolve(
            List<AnnotatedCheck> annotated, @Nullable Object[] arguments, @Nullable RequestScope request) {
        List<ResolvedCheck> checks = new ArrayList<>(annotated.size());
        for (AnnotatedCheck each : annotated) {
            ResolvedCheck check = each.resolve(admission.get().resolver(), arguments, request);
            if (check != null) {
                checks.add(check);
            }
        }
        return checks;
    }

    /** What is left to pay, and in {@code credits} what the filter has paid. */
    private static List<ResolvedCheck> withoutCredit(
            List<ResolvedCheck> checks, RequestScope request, List<ResolvedCheck> credits) {
        List<ResolvedCheck> due = new ArrayList<>(checks.size());
        for (ResolvedCheck check : checks) {
            long credit = request.ledger().takeCredit(check);
            if (credit > 0) {
                credits.add(check.withCost(credit));
            }
            if (credit < check.cost() || credit == 0) {
                due.add(check.withCost(check.cost() - credit));
            }
        }
        return due;
    }
}
