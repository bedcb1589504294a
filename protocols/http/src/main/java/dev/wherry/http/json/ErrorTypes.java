package dev.wherry.http.json;

import dev.wherry.CallException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;

/** The exceptions that a method declares, with the fields that the program's classes add. For any thread. */
public final class ErrorTypes {
    private static final String RMI = "java.rmi.RemoteException";

    private final List<Class<?>> declared = new ArrayList<>();
    private final JsonTypes jsonTypes;
    private final Map<Class<?>, Map<String, Part>> parts = new ConcurrentHashMap<>();

    /** A field of an exception. */
    private record Part(Field field, JsonType type) {}

    /** Finds the exceptions of a method. */
    public ErrorTypes(Method method, JsonTypes jsonTypes) {
        this.jsonTypes = jsonTypes;
        for (Class<?> each : method.getExceptionTypes()) {
            if (!each.getName().equals(RMI)
                    && each != CallException.class
                    && each != Exception.class
                    && each != Throwable.class) {
                declared.add(each);
            }
        }
    }

    /** Returns the declared exceptions. */
    public List<Class<?>> declared() {
        return declared;
    }

    /** Returns whether the method declares an exception, and so lets its callers see it. */
    public boolean declares(Throwable failure) {
        return declared.stream().anyMatch(each -> each.isInstance(failure));
    }

    /** Writes the fields of an exception as properties of an object. */
    public void write(Throwable failure, JsonGenerator to) {
        to.writeStartObject();
        for (Map.Entry<String, Part> each : parts(failure.getClass()).entrySet()) {
            Object value;
            try {
                value = each.getValue().field().get(failure);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
            to.writeName(each.getKey());
            each.getValue().type().writeAny(value, to);
        }
        to.writeEndObject();
    }

    private Map<String, Part> parts(Class<?> type) {
        return parts.computeIfAbsent(type, this::find);
    }

    private Map<String, Part> find(Class<?> type) {
        Map<String, Part> found = new LinkedHashMap<>();
        for (Class<?> each = type; each != null && each.getClassLoader() != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                boolean counts =
                        (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0 && !field.isSynthetic();
                if (counts && !found.containsKey(field.getName())) {
                    try {
                        field.setAccessible(true);
                        found.put(field.getName(), new Part(field, jsonTypes.declared(field.getGenericType())));
                    } catch (UnsupportedTypeException | InaccessibleObjectException e) {
                        // a property fewer: the message and the class are there in any case
                    }
                }
            }
        }
        return found;
    }

    /** Returns the properties of an exception as the class has them; those that it has not are left out. */
    Map<String, @Nullable Object> read(Class<?> type, JsonInput from) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        Map<String, Part> known = parts(type);
        while (from.next() != JsonToken.END_OBJECT) {
            Part part = known.get(from.parser().currentName());
            from.next();
            if (part == null) {
                from.parser().skipChildren();
            } else {
                values.put(part.field().getName(), part.type().readAny(from));
            }
        }
        return values;
    }

    /** Returns the declared class of this name, or a subclass that is permitted for a sealed one; null if there is none. */
    public @Nullable Class<?> find(String name) {
        for (Class<?> each : declared) {
            Class<?> found = find(each, name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable Class<?> find(Class<?> type, String name) {
        if (type.getName().equals(name)) {
            return type;
        }
        if (type.isSealed()) {
            for (Class<?> each : type.getPermittedSubclasses()) {
                Class<?> found = find(each, name);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /**
     * Makes an exception by the constructor that takes most of its properties by their names, or its message.
     *
     * @return null if no constructor can be called
     */
    public @Nullable Throwable make(Class<?> type, @Nullable String message, Map<String, @Nullable Object> values) {
        Constructor<?>[] all = type.getDeclaredConstructors();
        Arrays.sort(all, (one, other) -> Integer.compare(other.getParameterCount(), one.getParameterCount()));
        for (Constructor<?> each : all) {
            @Nullable Object[] arguments = arguments(each, message, values);
            if (arguments == null) {
                continue;
            }
            try {
                each.setAccessible(true);
                return (Throwable) each.newInstance(arguments);
            } catch (ReflectiveOperationException | InaccessibleObjectException e) {
                // another one may work
            }
        }
        return null;
    }

    private @Nullable Object @Nullable [] arguments(
            Constructor<?> constructor, @Nullable String message, Map<String, @Nullable Object> values) {
        Parameter[] parameters = constructor.getParameters();
        @Nullable Object[] arguments = new Object[parameters.length];
        boolean messages = false;
        for (int i = 0; i < parameters.length; i++) {
            Parameter each = parameters[i];
            if (each.isNamePresent() && values.containsKey(each.getName())) {
                arguments[i] = values.get(each.getName());
            } else if (each.getType() == String.class && !messages) {
                arguments[i] = message;
                messages = true;
            } else if (each.getType() != Throwable.class) {
                return null;
            }
        }
        return arguments;
    }
}
