package dev.wherry.http.rest;

import dev.wherry.http.json.JsonType;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A method with a path of its own, by the annotations of Jakarta REST. They are read by their names, so that a program without them
 * needs no further library.
 *
 * @param verb such as {@code GET}
 * @param segments of the path; those in braces are parameters
 * @param sources where each argument is from
 */
record Resource(RestMethod method, String verb, List<String> segments, List<Source> sources) {
    private static final String PACKAGE = "jakarta.ws.rs.";
    private static final Set<String> VERBS = Set.of("GET", "POST", "PUT", "DELETE", "PATCH");

    /** The places of arguments. */
    enum Kind {
        PATH,
        QUERY,
        HEADER,
        BODY
    }

    /**
     * Where an argument is from.
     *
     * @param fallback the text of the value if it is not there; null: it is required
     */
    record Source(Kind kind, String name, @Nullable String fallback) {}

    /** Returns the resources of an interface. Methods whose annotations cannot be followed are added to {@code refused}. */
    static List<Resource> of(Class<?> type, Map<Method, RestMethod> methods, Map<String, String> refused) {
        List<Resource> resources = new ArrayList<>();
        String base = value(type, "Path");
        for (Map.Entry<Method, RestMethod> each : methods.entrySet()) {
            Method method = each.getKey();
            String verb = VERBS.stream()
                    .filter(name -> annotation(method, name) != null)
                    .findFirst()
                    .orElse(null);
            if (verb == null) {
                continue;
            }
            String path = value(method, "Path");
            try {
                resources.add(new Resource(
                        each.getValue(),
                        verb,
                        segments((base == null ? "" : base) + "/" + (path == null ? "" : path)),
                        sources(type, method, each.getValue())));
            } catch (IllegalArgumentException e) {
                refused.put(method.getName() + " as a resource", String.valueOf(e.getMessage()));
            }
        }
        return List.copyOf(resources);
    }

    private static List<Source> sources(Class<?> type, Method method, RestMethod served) {
        for (String each : List.of("Consumes", "Produces")) {
            String[] types = values(method, each) != null ? values(method, each) : values(type, each);
            if (types != null
                    && !List.of(types).stream().anyMatch(name -> name.contains("json") || name.equals("*/*"))) {
                throw new IllegalArgumentException("@" + each + " names no JSON");
            }
        }
        List<Source> sources = new ArrayList<>();
        Parameter[] parameters = method.getParameters();
        boolean body = false;
        for (int i = 0; i < parameters.length; i++) {
            Source source = source(parameters[i]);
            if (source.kind() == Kind.BODY) {
                if (body) {
                    throw new IllegalArgumentException("it has two parameters without annotation, and one body");
                }
                body = true;
            } else if (!served.arguments().type(i).isSimple()) {
                throw new IllegalArgumentException(
                        "parameter '" + parameters[i].getName() + "' has no text for an address");
            }
            sources.add(source);
        }
        return List.copyOf(sources);
    }

    private static Source source(Parameter parameter) {
        String fallback = value(parameter, "DefaultValue");
        String path = value(parameter, "PathParam");
        if (path != null) {
            return new Source(Kind.PATH, path, null);
        }
        String query = value(parameter, "QueryParam");
        if (query != null) {
            return new Source(Kind.QUERY, query, fallback);
        }
        String header = value(parameter, "HeaderParam");
        if (header != null) {
            return new Source(Kind.HEADER, header.toLowerCase(Locale.ROOT), fallback);
        }
        for (Annotation each : parameter.getAnnotations()) {
            if (each.annotationType().getName().startsWith(PACKAGE)) {
                throw new IllegalArgumentException("@" + each.annotationType().getSimpleName() + " is not supported");
            }
        }
        return new Source(Kind.BODY, parameter.getName(), null);
    }

    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        for (String each : path.split("/")) {
            if (!each.isEmpty()) {
                if (each.contains(":") && each.startsWith("{")) {
                    throw new IllegalArgumentException("a path with a pattern, " + each + ", is not supported");
                }
                segments.add(each);
            }
        }
        return List.copyOf(segments);
    }

    private static @Nullable Annotation annotation(AnnotatedElement of, String name) {
        for (Annotation each : of.getAnnotations()) {
            if (each.annotationType().getName().equals(PACKAGE + name)) {
                return each;
            }
        }
        return null;
    }

    private static @Nullable Object member(AnnotatedElement of, String name) {
        Annotation annotation = annotation(of, name);
        if (annotation == null) {
            return null;
        }
        try {
            return annotation.annotationType().getMethod("value").invoke(annotation);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("@" + name + " has no value", e);
        }
    }

    private static @Nullable String value(AnnotatedElement of, String name) {
        return (String) member(of, name);
    }

    private static String @Nullable [] values(AnnotatedElement of, String name) {
        return (String[]) member(of, name);
    }

    /** Returns the parameters of a path that fits; null if it does not. */
    @Nullable
    Map<String, String> match(List<String> path) {
        if (path.size() != segments.size()) {
            return null;
        }
        Map<String, String> found = new LinkedHashMap<>();
        for (int i = 0; i < path.size(); i++) {
            String each = segments.get(i);
            if (each.startsWith("{") && each.endsWith("}")) {
                found.put(each.substring(1, each.length() - 1).trim(), path.get(i));
            } else if (!each.equals(path.get(i))) {
                return null;
            }
        }
        return found;
    }

    /** Returns the type of the body; null if there is none. */
    @Nullable
    JsonType body() {
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i).kind() == Kind.BODY) {
                return method.arguments().type(i);
            }
        }
        return null;
    }
}
