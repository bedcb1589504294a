package dev.wherry.http.rest;

import dev.wherry.http.json.JsonTypes;
import dev.wherry.http.json.UnsupportedTypeException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The methods of an interface that can be called with JSON, and why the others cannot. Immutable; for any thread. */
public final class RestInterface {
    private final Class<?> type;
    private final Map<String, List<RestMethod>> methods = new TreeMap<>();
    private final Map<String, String> refused = new TreeMap<>();
    private final List<Resource> resources;

    private RestInterface(Class<?> type, JsonTypes jsonTypes) {
        this.type = type;
        Map<Method, RestMethod> all = new LinkedHashMap<>();
        for (Method each : declared(type)) {
            try {
                RestMethod method = RestMethod.of(type, each, jsonTypes);
                all.put(each, method);
                methods.computeIfAbsent(each.getName(), _ -> new ArrayList<>()).add(method);
            } catch (UnsupportedTypeException e) {
                refuse(each.getName(), e.getMessage());
            }
        }
        for (List<RestMethod> same : methods.values()) {
            refuseAmbiguous(same);
        }
        methods.values().removeIf(List::isEmpty);
        resources = Resource.of(type, all, refused);
    }

    /** Returns the interface as it is served. */
    public static RestInterface of(Class<?> type, JsonTypes jsonTypes) {
        return new RestInterface(type, jsonTypes);
    }

    private static List<Method> declared(Class<?> type) {
        Map<String, Method> bySignature = new LinkedHashMap<>();
        Arrays.stream(type.getMethods())
                .filter(each -> !Modifier.isStatic(each.getModifiers()) && !each.isBridge())
                .sorted(Comparator.comparing(Method::getName)
                        .thenComparing(each -> Arrays.toString(each.getParameterTypes())))
                .forEach(each -> bySignature.merge(
                        each.getName() + Arrays.toString(each.getParameterTypes()),
                        each,
                        (one, other) -> one.getReturnType().isAssignableFrom(other.getReturnType()) ? other : one));
        return List.copyOf(bySignature.values());
    }

    /** Overloads are chosen by the names of their arguments, so these must differ. */
    private void refuseAmbiguous(List<RestMethod> same) {
        Set<RestMethod> ambiguous = new HashSet<>();
        for (RestMethod one : same) {
            for (RestMethod other : same) {
                boolean equal = one.arguments().names().equals(other.arguments().names());
                if (one != other && (equal || !one.named() || !other.named())) {
                    ambiguous.add(one);
                }
            }
        }
        for (RestMethod each : ambiguous) {
            same.remove(each);
            refuse(
                    each.method().getName(),
                    "another method has its name and the same names of parameters, or the class file has no names: compile with"
                            + " -parameters, and name them differently");
        }
    }

    private void refuse(String name, @Nullable String reason) {
        refused.merge(name, String.valueOf(reason), (one, other) -> one.equals(other) ? one : one + "; " + other);
    }

    /** Returns the interface. */
    Class<?> type() {
        return type;
    }

    /** Returns the methods of a name; empty if there is none. */
    List<RestMethod> methods(String name) {
        return methods.getOrDefault(name, List.of());
    }

    /** Returns the methods by their names. */
    Map<String, List<RestMethod>> methods() {
        return methods;
    }

    /** Returns why methods of a name cannot be called; null if they can, or there is none. */
    public @Nullable String refusal(String name) {
        return refused.get(name);
    }

    /** Returns the methods that cannot be called, with the reasons. */
    Map<String, String> refusals() {
        return refused;
    }

    /** Returns the methods that have paths of their own. */
    List<Resource> resources() {
        return resources;
    }

    /** Returns the method as a stub calls it; null if it cannot be called so. */
    public @Nullable RestMethod find(Method method) {
        for (RestMethod each : methods(method.getName())) {
            if (Arrays.equals(each.method().getParameterTypes(), method.getParameterTypes())) {
                return each;
            }
        }
        return null;
    }
}
