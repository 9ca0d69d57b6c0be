package io.github.ratelimit.internal.actuate;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Refuses arguments that an operation does not have. The actuator passes them over, and a misspelt {@code key} would turn
 * the reset of a key into the end of a policy's changes.
 */
public final class KnownArguments implements OperationInvokerAdvisor {

    @Override
    public OperationInvoker apply(
            EndpointId endpointId, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (!endpointId.equals(EndpointId.of(RateLimitsEndpoint.ID))) {
            return invoker;
        }
        Set<String> known = parameters.stream()
                .filter(parameter -> parameter.getType() != SecurityContext.class)
                .map(parameter -> parameter.getName())
                .collect(Collectors.toCollection(TreeSet::new));
        return context -> {
            if (!known.containsAll(context.getArguments().keySet())) {
                return ErrorView.of(400, "there is an argument that this operation does not have; it has " + known);
            }
            return invoker.invoke(context);
        };
    }
}
