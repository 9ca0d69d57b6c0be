package io.github.ratelimit.internal.method;

import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.limiter.Expressions;
import io.github.ratelimit.internal.limiter.RequestScope;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.InlineList;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.ast.OpPlus;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * A SpEL expression of an annotation over the parameters of its method by name, {@code #ip} and {@code #principal}.
 * Parsed once; a parameter of the same name wins over the built-in ones.
 */
final class MethodExpression {

    private static final String IP = "ip";
    private static final String PRINCIPAL = "principal";
    private static final SpelExpressionParser PARSER = new SpelExpressionParser();
    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    private final SpelExpression expression;
    private final List<String> parameters;
    private final Set<String> used;

    private MethodExpression(SpelExpression expression, List<String> parameters, Set<String> used) {
        this.expression = expression;
        this.parameters = parameters;
        this.used = used;
    }

    /**
     * Parses the text.
     *
     * @throws IllegalArgumentException if it is no SpEL, or names an unknown variable; the message lists the known ones
     */
    static MethodExpression parse(String text, Method method) {
        SpelExpression expression = parse(text);
        Set<String> used = new HashSet<>();
        collectVariables(expression.getAST(), used);
        String[] discovered = NAMES.getParameterNames(method);
        List<String> parameters = discovered == null ? List.of() : Arrays.asList(discovered);
        Set<String> known = new TreeSet<>(parameters);
        known.add(IP);
        known.add(PRINCIPAL);
        for (String variable : used) {
            if (!known.contains(variable)) {
                String hint = discovered == null ? "; compile with -parameters to use parameters by name" : "";
                throw new IllegalArgumentException("there is no #" + variable + "; there are "
                        + known.stream().map(name -> "#" + name).toList() + hint);
            }
        }
        return new MethodExpression(expression, parameters, used);
    }

    private static SpelExpression parse(String text) {
        try {
            return PARSER.parseRaw(text);
        } catch (ParseException wrong) {
            throw new IllegalArgumentException("is no SpEL expression: " + wrong.getMessage(), wrong);
        }
    }

    private static void collectVariables(SpelNode node, Set<String> variables) {
        if (node instanceof VariableReference reference) {
            String name = reference.toStringAST().substring(1);
            if (!name.equals("this") && !name.equals("root")) {
                variables.add(name);
            }
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            collectVariables(node.getChild(i), variables);
        }
    }

    /** Whether it is made of nothing but the client's address and constants. */
    boolean isOfAddressAlone() {
        return usesBuiltIn(IP) && isOfAddressAlone(expression.getAST());
    }

    private static boolean isOfAddressAlone(SpelNode node) {
        if (!(node instanceof VariableReference
                || node instanceof InlineList
                || node instanceof OpPlus
                || node instanceof Literal)) {
            return false;
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            if (!isOfAddressAlone(node.getChild(i))) {
                return false;
            }
        }
        return !(node instanceof VariableReference) || node.toStringAST().equals("#" + IP);
    }

    /** Whether it needs the current request. */
    boolean usesRequest() {
        return usesBuiltIn(IP) || usesBuiltIn(PRINCIPAL);
    }

    private boolean usesBuiltIn(String name) {
        return used.contains(name) && !parameters.contains(name);
    }

    /** The value for one call. */
    @Nullable
    Object evaluate(@Nullable Object[] arguments, @Nullable RequestScope request) {
        StandardEvaluationContext context = new StandardEvaluationContext();
        for (int i = 0; i < Math.min(parameters.size(), arguments.length); i++) {
            context.setVariable(parameters.get(i), arguments[i]);
        }
        if (usesBuiltIn(IP)) {
            context.setVariable(IP, request == null ? null : request.value(KeyPart.IP));
        }
        if (usesBuiltIn(PRINCIPAL)) {
            context.setVariable(PRINCIPAL, request == null ? null : request.value(KeyPart.PRINCIPAL));
        }
        return Expressions.valueOrNull(expression, context);
    }
}
