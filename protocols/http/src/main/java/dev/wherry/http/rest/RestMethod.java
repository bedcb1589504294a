package dev.wherry.http.rest;

import dev.wherry.Idempotent;
import dev.wherry.Timeout;
import dev.wherry.http.json.ErrorTypes;
import dev.wherry.http.json.JsonProperties;
import dev.wherry.http.json.JsonType;
import dev.wherry.http.json.JsonTypes;
import dev.wherry.http.json.Nullness;
import dev.wherry.http.json.UnsupportedTypeException;
import dev.wherry.reflect.GenericTypes;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/** A method that can be called with JSON: how its arguments are read and its result is written. For any thread. */
public final class RestMethod {
    private static final List<Class<?>> STREAMS = List.of(
            Flow.Publisher.class,
            Flow.Subscriber.class,
            InputStream.class,
            OutputStream.class,
            Reader.class,
            Iterator.class,
            BaseStream.class);

    private final Method method;
    private final JsonProperties arguments;
    private final @Nullable JsonType result;
    private final boolean named;
    private final boolean gettable;
    private final @Nullable Duration timeout;
    private final ErrorTypes errors;

    private RestMethod(
            Class<?> root,
            Method method,
            JsonProperties arguments,
            @Nullable JsonType result,
            boolean named,
            boolean gettable,
            ErrorTypes errors) {
        this.method = method;
        this.arguments = arguments;
        this.result = result;
        this.named = named;
        this.gettable = gettable;
        this.errors = errors;
        Timeout own = method.getAnnotation(Timeout.class);
        Timeout of = own != null ? own : root.getAnnotation(Timeout.class);
        timeout = of == null ? null : Duration.ofMillis(of.millis());
    }

    /**
     * Returns the method for JSON.
     *
     * @throws UnsupportedTypeException if it cannot be called so
     */
    static RestMethod of(Class<?> root, Method method, JsonTypes jsonTypes) throws UnsupportedTypeException {
        GenericTypes seen = GenericTypes.of(root);
        Parameter[] parameters = method.getParameters();
        Type[] types = method.getGenericParameterTypes();
        List<String> names = new ArrayList<>();
        List<JsonType> parts = new ArrayList<>();
        boolean named = true;
        boolean simple = true;
        for (int i = 0; i < parameters.length; i++) {
            named &= parameters[i].isNamePresent();
            names.add(parameters[i].getName());
            JsonType jsonType =
                    jsonType(seen.resolve(types[i]), "parameter '" + parameters[i].getName() + "'", jsonTypes);
            parts.add(Nullness.applied(jsonType, parameters[i].getAnnotatedType(), parameters[i], method));
            simple &= jsonType.isSimple();
        }
        boolean gettable =
                simple && (method.isAnnotationPresent(Idempotent.class) || root.isAnnotationPresent(Idempotent.class));
        return new RestMethod(
                root,
                method,
                new JsonProperties(names, parts, false),
                result(method, seen.resolve(method.getGenericReturnType()), jsonTypes),
                named,
                gettable,
                new ErrorTypes(method, jsonTypes));
    }

    private static @Nullable JsonType result(Method method, Type type, JsonTypes jsonTypes)
            throws UnsupportedTypeException {
        Class<?> raw = GenericTypes.erase(type);
        Type value = type;
        AnnotatedType declared = method.getAnnotatedReturnType();
        if (raw == CompletableFuture.class || raw == CompletionStage.class || raw == Future.class) {
            Type[] arguments = GenericTypes.arguments(type, raw);
            value = arguments == null ? Object.class : arguments[0];
            declared = declared instanceof AnnotatedParameterizedType later
                    ? later.getAnnotatedActualTypeArguments()[0]
                    : declared;
        }
        Class<?> of = GenericTypes.erase(value);
        if (of == void.class || of == Void.class) {
            return null;
        }
        return Nullness.applied(jsonType(value, "result", jsonTypes), declared, method, method);
    }

    private static JsonType jsonType(Type type, String place, JsonTypes jsonTypes) throws UnsupportedTypeException {
        Class<?> raw = GenericTypes.erase(type);
        for (Class<?> each : STREAMS) {
            if (each.isAssignableFrom(raw)) {
                throw new UnsupportedTypeException(
                        "its " + place + " is a stream (" + raw.getName() + "), which this protocol does not have");
            }
        }
        try {
            return jsonTypes.declared(type);
        } catch (UnsupportedTypeException e) {
            throw new UnsupportedTypeException("its " + place + ": " + e.getMessage());
        }
    }

    /** Returns the method of the interface. */
    public Method method() {
        return method;
    }

    /** Returns the arguments. */
    public JsonProperties arguments() {
        return arguments;
    }

    /** Returns the type of the result; null if there is none. */
    public @Nullable JsonType result() {
        return result;
    }

    /** Returns the exceptions that it may throw. */
    public ErrorTypes errors() {
        return errors;
    }

    /** Returns whether the class file has the names of the parameters. If not, they are {@code arg0}, {@code arg1} and so on. */
    boolean named() {
        return named;
    }

    /** Returns whether a GET may call it: it is idempotent, and its arguments have a text. */
    public boolean gettable() {
        return gettable;
    }

    /** Returns its own timeout; null if it has none. */
    @Nullable
    Duration timeout() {
        return timeout;
    }

    /** Returns the method with the names of its parameters, for messages. */
    String signature() {
        return method.getName() + arguments.names();
    }

    @Override
    public String toString() {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }
}
