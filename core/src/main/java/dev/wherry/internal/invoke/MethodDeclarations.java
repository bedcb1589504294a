package dev.wherry.internal.invoke;

import dev.wherry.reflect.GenericTypes;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The methods of an interface that can be called remotely. Inherited and default methods are included; static methods and
 * those of Object are not.
 *
 * @param methods each with all its declarations, the most specific one first; in the order of names and parameters
 * @param bridges compiled for callers of a generic or less specific declaration, and the method that each stands for
 */
record MethodDeclarations(Collection<List<Method>> methods, Map<Method, Method> bridges) {
    static MethodDeclarations of(Class<?> type) {
        Map<String, List<Method>> methods = new TreeMap<>();
        List<Method> compiled = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (Modifier.isStatic(method.getModifiers()) || isOfObject(method)) {
                continue;
            }
            if (method.getName().equals("finalize") && method.getParameterCount() == 0) {
                throw InterfaceError.in(
                        type, method, "The garbage collector would call it on each stub. Give the method another name");
            }
            if (method.isBridge()) {
                compiled.add(method);
            } else {
                String name = name(method.getName(), method.getParameterTypes());
                List<Method> same = methods.get(name);
                if (same == null) {
                    same = new ArrayList<>();
                    methods.put(name, same);
                }
                same.add(method);
            }
        }
        for (List<Method> same : methods.values()) {
            mostSpecificFirst(same);
        }
        Map<Method, Method> bridges = new HashMap<>();
        for (Method bridge : compiled) {
            bridges.put(bridge, real(bridge, methods, type));
        }
        return new MethodDeclarations(methods.values(), bridges);
    }

    /** Java allows several inherited declarations only if the return type of one of them fits all. */
    private static void mostSpecificFirst(List<Method> same) {
        if (same.size() > 1) {
            same.sort(Comparator.comparing(method -> method.getDeclaringClass().getName()));
        }
        for (int i = 1; i < same.size(); i++) {
            Class<?> first = same.getFirst().getReturnType();
            if (first != same.get(i).getReturnType()
                    && first.isAssignableFrom(same.get(i).getReturnType())) {
                Collections.swap(same, 0, i);
            }
        }
    }

    private static boolean isOfObject(Method method) {
        return switch (method.getName()) {
            case "hashCode", "toString" -> method.getParameterCount() == 0;
            case "equals" -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {Object.class});
            default -> false;
        };
    }

    private static String name(String name, Class<?>[] parameters) {
        StringBuilder whole = new StringBuilder(name).append('(');
        for (Class<?> parameter : parameters) {
            whole.append(parameter.descriptorString());
        }
        return whole.toString();
    }

    /** Returns the method with the parameters of the bridge, or with those of the bridged declaration in this interface. */
    private static Method real(Method bridge, Map<String, List<Method>> methods, Class<?> type) {
        List<Method> same = methods.get(name(bridge.getName(), bridge.getParameterTypes()));
        for (Method bridged : inherited(bridge, bridge.getDeclaringClass()).toList()) {
            if (same != null) {
                break;
            }
            same = methods.get(name(
                    bridge.getName(),
                    Stream.of(bridged.getGenericParameterTypes())
                            .map(parameter -> GenericTypes.erase(GenericTypes.resolve(parameter, type)))
                            .toArray(Class<?>[]::new)));
        }
        if (same == null) {
            throw InterfaceError.in(
                    type, bridge, "It stands for a generic method that cannot be found. Compile the interface anew");
        }
        return same.getFirst();
    }

    private static Stream<Method> inherited(Method bridge, Class<?> type) {
        return Stream.of(type.getInterfaces())
                .flatMap(parent -> Stream.concat(
                        Stream.of(parent.getDeclaredMethods())
                                .filter(method -> method.getName().equals(bridge.getName())
                                        && Arrays.equals(method.getParameterTypes(), bridge.getParameterTypes())),
                        inherited(bridge, parent)));
    }
}
