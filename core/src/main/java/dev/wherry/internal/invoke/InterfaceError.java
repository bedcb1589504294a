package dev.wherry.internal.invoke;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates exceptions for mistakes in a remote interface. Each says what is wrong, what to do and where. */
final class InterfaceError {
    private InterfaceError() {}

    static IllegalArgumentException in(Class<?> type, String what) {
        return new IllegalArgumentException(what + "\n    for interface " + type.getName());
    }

    static IllegalArgumentException in(Class<?> root, Method method, String what) {
        return in(root, method, what, null);
    }

    static IllegalArgumentException in(Class<?> root, Method method, String what, @Nullable Throwable cause) {
        return new IllegalArgumentException(what + "\n    for method " + shown(root, method), cause);
    }

    /** Names a method with its parameters and the declaring interface: {@code acme.Bank.transfer(Account, long)}. */
    private static String shown(Class<?> root, Method method) {
        String declared = method.getDeclaringClass() == root
                ? ""
                : ", which it has from " + method.getDeclaringClass().getName();
        String parameters = Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", "));
        String shown = method.isVarArgs() ? parameters.substring(0, parameters.length() - 2) + "..." : parameters;
        return root.getName() + "." + method.getName() + "(" + shown + ")" + declared;
    }
}
