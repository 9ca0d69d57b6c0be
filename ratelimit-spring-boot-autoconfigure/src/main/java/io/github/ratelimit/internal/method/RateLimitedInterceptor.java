package io.github.ratelimit.internal.method;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitExceededException;
import io.github.ratelimit.internal.limiter.Admission;
import io.github.ratelimit.internal.limiter.CurrentRequest;
import io.github.ratelimit.internal.limiter.Payment;
import io.github.ratelimit.internal.limiter.RequestLedger.Credit;
import io.github.ratelimit.internal.limiter.RequestScope;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
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
        Payment payment = pay(method, invocation.getArguments());
        RateLimitDecision decision = payment.decision();
        if (decision == null || decision.isAllowed()) {
            return admission.get().run(payment, invocation::proceed, method::refunds);
        }
        if (method.fallback() != null) {
            return Fallbacks.call(method.fallback(), target, invocation.getArguments());
        }
        throw new RateLimitExceededException(decision);
    }

    /** Pays with what the filter has charged, and the rest by a decision. */
    private Payment pay(RateLimitedMethod method, @Nullable Object[] arguments) {
        RequestScope request = currentRequest.get().find();
        List<ResolvedCheck> checks = resolve(method.checks(), arguments, request);
        List<Credit> credits = new ArrayList<>(0);
        List<ResolvedCheck> due = request == null ? checks : withoutCredit(checks, request, credits);
        if (due.isEmpty()) {
            return new Payment(null, credits);
        }
        RateLimitDecision decision =
                admission.get().admit(due, request == null ? null : request.ledger(), policy -> method.name());
        if (request != null) {
            request.announce(decision);
            if (!decision.isAllowed()) {
                credits.forEach(request.ledger()::credit);
            }
        }
        return new Payment(decision, credits);
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
            List<ResolvedCheck> checks, RequestScope request, List<Credit> credits) {
        List<ResolvedCheck> due = new ArrayList<>(checks.size());
        for (ResolvedCheck check : checks) {
            Credit credit = request.ledger().takeCredit(check);
            if (credit == null) {
                due.add(check);
                continue;
            }
            credits.add(credit);
            if (credit.permits() < check.cost()) {
                due.add(check.withCost(check.cost() - credit.permits()));
            }
        }
        return due;
    }
}
