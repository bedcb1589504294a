package dev.wherry.codec.java;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The way from one object to another, for the message about an object that may not travel. */
final class Trail {
    /** Objects looked at; beyond, the message goes without a path. */
    private static final int MOST = 100_000;

    private final IdentityHashMap<Object, Step> steps = new IdentityHashMap<>();
    private final Queue<Object> waiting = new ArrayDeque<>();

    private record Step(@Nullable Object from, String name) {}

    private Trail() {}

    /** Such as {@code .lines[3].item}; empty if there is none, or it leads through what cannot be looked into. */
    static String between(Object start, Object end) {
        return new Trail().search(start, end);
    }

    private String search(Object start, Object end) {
        visit(null, "", start);
        while (!steps.containsKey(end) && steps.size() < MOST) {
            Object next = waiting.poll();
            if (next == null) {
                break;
            }
            expand(next);
        }
        StringBuilder path = new StringBuilder();
        for (Step step = steps.get(end); step != null; step = step.from == null ? null : steps.get(step.from)) {
            path.insert(0, step.name);
        }
        return path.toString();
    }

    private void visit(@Nullable Object from, String name, @Nullable Object object) {
        if (object != null && steps.putIfAbsent(object, new Step(from, name)) == null) {
            waiting.add(object);
        }
    }

    private void expand(Object object) {
        boolean jdk = object.getClass().getClassLoader() == null;
        int index = 0;
        if (object instanceof Object[] array) {
            for (Object element : array) {
                visit(object, "[" + index++ + "]", element);
            }
        } else if (jdk && object instanceof Collection<?> collection) {
            for (Object element : collection) {
                visit(object, "[" + index++ + "]", element);
            }
        } else if (jdk && object instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                visit(object, ".key[" + index + "]", entry.getKey());
                visit(object, "[" + index++ + "]", entry.getValue());
            }
        } else if (jdk && object instanceof java.util.Optional<?> optional) {
            visit(object, ".value", optional.orElse(null));
        } else {
            fields(object);
        }
    }

    private void fields(Object object) {
        for (@Nullable Class<?> part = object.getClass(); part != null; part = part.getSuperclass()) {
            if (part.getClassLoader() == null) {
                continue;
            }
            for (Field field : part.getDeclaredFields()) {
                if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0 && field.trySetAccessible()) {
                    visit(object, "." + field.getName(), valueOf(field, object));
                }
            }
        }
        if (object instanceof Throwable thrown) {
            visit(object, ".cause", thrown.getCause());
        }
    }

    private static @Nullable Object valueOf(Field field, Object object) {
        try {
            return field.getType().isPrimitive() ? null : field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // it has just been made accessible
        }
    }
}
