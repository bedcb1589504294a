package dev.wherry.internal.invoke;

import dev.wherry.Delivery;
import dev.wherry.OneWay;
import dev.wherry.Timeout;
import dev.wherry.internal.types.ArrayTypes;
import dev.wherry.reflect.GenericTypes;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.Types;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a method as its declaration describes them.
 *
 * @param root the interface that is called; the method may be inherited
 * @param parameters the declared type of each argument
 * @param result the declared type of the value; for a future, of the value that it completes with; null for none
 * @param exceptions those that all declarations of the method allow
 * @param rmi whether its callers expect {@code java.rmi.RemoteException}
 * @param unfit why no call of it can be made, as far as the declaration alone shows it; null if it can be called
 */
record Signature(
        Class<?> root,
        Method method,
        List<Declared> parameters,
        @Nullable Declared result,
        Style style,
        List<Class<?>> exceptions,
        boolean rmi,
        @Nullable String unfit) {
    private static final String RMI = "java.rmi.RemoteException";
    private static final String CONTINUATION = "kotlin.coroutines.Continuation";
    private static final List<Class<?>> STREAMS = List.of(
            Flow.Publisher.class, Flow.Subscriber.class, InputStream.class, OutputStream.class, BaseStream.class);

    /**
     * @param declarations of one name and one list of parameters, the most specific one first
     * @param remote whether the interface extends {@code java.rmi.Remote}
     */
    static Signature of(Class<?> root, List<Method> declarations, boolean remote) {
        Method method = declarations.getFirst();
        List<Class<?>> exceptions = common(declarations);
        boolean rmi = false;
        for (Class<?> exception : exceptions) {
            rmi |= isRmi(exception, remote);
        }
        if (remote && !rmi) {
            throw InterfaceError.in(
                    root,
                    method,
                    "It does not declare java.rmi.RemoteException, as each method of an interface "
                            + "that extends java.rmi.Remote must: add 'throws java.rmi.RemoteException'");
        }
        Style style = style(root, method, exceptions, remote);
        List<Declared> parameters = parameters(root, method);
        Declared result = result(root, method, style);
        return new Signature(root, method, parameters, result, style, exceptions, rmi, unfit(root, method, style));
    }

    /** Returns the exceptions that all declarations allow. */
    private static List<Class<?>> common(List<Method> declarations) {
        List<Class<?>> common = new ArrayList<>(List.of(declarations.getFirst().getExceptionTypes()));
        for (Method other : declarations.subList(1, declarations.size())) {
            List<Class<?>> both = new ArrayList<>();
            for (Class<?> theirs : other.getExceptionTypes()) {
                for (Class<?> ours : common) {
                    if (ours.isAssignableFrom(theirs)) {
                        both.add(theirs);
                    } else if (theirs.isAssignableFrom(ours)) {
                        both.add(ours);
                    }
                }
            }
            common = both;
        }
        return List.copyOf(common);
    }

    /** Compares names, since the module java.rmi may be absent. */
    private static boolean isRmi(Class<?> exception, boolean remote) {
        return exception.getName().equals(RMI)
                || (remote && (exception == IOException.class || exception.isAssignableFrom(Exception.class)));
    }

    private static Style style(Class<?> root, Method method, List<Class<?>> exceptions, boolean remote) {
        Class<?> type = method.getReturnType();
        if (method.isAnnotationPresent(OneWay.class)) {
            if (type != void.class) {
                throw InterfaceError.in(
                        root,
                        method,
                        "@OneWay is for methods that return nothing; this one returns " + type.getTypeName()
                                + ". Remove @OneWay, or let it return void");
            }
            for (Class<?> exception : exceptions) {
                if (!RuntimeException.class.isAssignableFrom(exception) && !isRmi(exception, remote)) {
                    throw InterfaceError.in(
                            root,
                            method,
                            "The caller of a @OneWay method gets no exception, but this one declares "
                                    + exception.getName() + ". Remove @OneWay, or do not declare it");
                }
            }
            return Style.ONE_WAY;
        }
        if (type == CompletableFuture.class || type == CompletionStage.class || type == Future.class) {
            return Style.FUTURE;
        }
        return Style.SYNC;
    }

    private static List<Declared> parameters(Class<?> root, Method method) {
        Parameter[] parameters = method.getParameters();
        Type[] types = method.getGenericParameterTypes();
        List<Declared> places = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            places.add(place(root, method, "parameter " + named(parameters[i], i), types[i]));
        }
        return List.copyOf(places);
    }

    private static @Nullable Declared result(Class<?> root, Method method, Style style) {
        Type value = style == Style.FUTURE ? completion(method.getGenericReturnType()) : method.getGenericReturnType();
        return value == void.class || value == Void.class ? null : place(root, method, "result", value);
    }

    private static Type completion(Type future) {
        if (!(future instanceof ParameterizedType generic)) {
            return Object.class;
        }
        Type value = generic.getActualTypeArguments()[0];
        return value instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : value;
    }

    /** Returns whether a stub can return what the method returns. */
    boolean isReturnable() {
        return isReturnable(root, method);
    }

    /** The stubs of a public interface are in another package than the interface, and cast their results. */
    private static boolean isReturnable(Class<?> root, Method method) {
        return !Modifier.isPublic(root.getModifiers()) || InterfaceAccess.isCastable(method.getReturnType());
    }

    private static @Nullable String unfit(Class<?> root, Method method, Style style) {
        if (!isReturnable(root, method)) {
            return "It returns a " + ArrayTypes.element(method.getReturnType()).getTypeName()
                    + ", which is not public though the interface is, so that no stub can return one. Make both"
                    + " public, or neither";
        }
        Parameter[] parameters = method.getParameters();
        int last = parameters.length - 1;
        if (last >= 0 && parameters[last].getType().getName().equals(CONTINUATION)) {
            return "It is a suspend function. Declare a function that returns a CompletableFuture instead";
        }
        for (int i = 0; i <= last; i++) {
            if (isStream(parameters[i].getType())) {
                return nameOfParameter(method, i) + stream(parameters[i].getType());
            }
        }
        Class<?> type = method.getReturnType();
        if (isStream(type)) {
            return "The result" + stream(type);
        }
        boolean future = Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type);
        return future && style != Style.FUTURE
                ? "It returns a " + type.getTypeName() + ". The futures that a remote method may return are"
                        + " CompletableFuture, CompletionStage and Future"
                : null;
    }

    private static boolean isStream(Class<?> type) {
        for (Class<?> stream : STREAMS) {
            if (stream.isAssignableFrom(type)) {
                return true;
            }
        }
        return false;
    }

    private static String stream(Class<?> type) {
        return " is a " + type.getTypeName() + ". Streams do not travel yet: pass a list or an array, or an object of a"
                + " @ByReference interface that is asked for more";
    }

    /** Returns interface and name, for messages: {@code acme.Bank.transfer}. */
    String name() {
        return name(root, method);
    }

    private static String name(Class<?> root, Method method) {
        return InternalInterface.shown(root, root.getName() + "." + method.getName());
    }

    String descriptor() {
        return descriptor(method);
    }

    static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
    }

    /** Returns the annotation of the method, else of the called interface, else of the interface that declares the method. */
    <A extends Annotation> @Nullable A annotation(Class<A> type) {
        A found = method.getAnnotation(type);
        if (found == null) {
            found = root.getAnnotation(type);
        }
        return found != null ? found : method.getDeclaringClass().getAnnotation(type);
    }

    /** Returns how far a one-way call is delivered before its caller continues; null if the method is not one-way. */
    @Nullable
    Delivery delivery() {
        OneWay oneWay = method.getAnnotation(OneWay.class);
        return oneWay == null ? null : oneWay.value();
    }

    /** Returns the time limit that an annotation sets; null if there is none. */
    @Nullable
    Duration timeout() {
        Timeout limit = annotation(Timeout.class);
        if (limit == null) {
            return null;
        }
        if (limit.millis() <= 0) {
            throw InterfaceError.in(root, method, "@Timeout is above 0 milliseconds; this is " + limit.millis());
        }
        return Duration.ofMillis(limit.millis());
    }

    /** Returns whether a caller must be ready for exceptions of this class. */
    boolean declares(Class<?> exception) {
        return exceptions.stream().anyMatch(type -> type.isAssignableFrom(exception));
    }

    /**
     * Returns the coders of the arguments.
     *
     * @throws IllegalArgumentException if no value of a parameter can be sent
     */
    Coder[] parameterCoders(Codec codec, Types types) {
        Coder[] coders = new Coder[parameters.size()];
        for (int i = 0; i < coders.length; i++) {
            coders[i] = coder(codec, nameOfParameter(method, i), parameters.get(i), types);
        }
        return coders;
    }

    /**
     * Returns the coder of the result; null if there is none.
     *
     * @throws IllegalArgumentException if no value of the result can be sent
     */
    @Nullable
    Coder resultCoder(Codec codec, Types types) {
        return result == null ? null : coder(codec, "The result", result, types);
    }

    private static Coder coder(Codec codec, String what, Declared place, Types types) {
        Class<?> raw = ArrayTypes.element(GenericTypes.erase(place.type()));
        if (!types.hasValues(raw)) {
            throw new IllegalArgumentException(what + " is a " + raw.getName() + ". " + remedy(raw, types));
        }
        return codec.coder(place, types);
    }

    /** Returns what to declare or register instead of a type that has no values. */
    private static String remedy(Class<?> type, Types types) {
        if (Iterator.class.isAssignableFrom(type) || type == Enumeration.class || type == Spliterator.class) {
            return "Iterators do not travel: pass a list or an array, or an object of a @ByReference interface that is"
                    + " asked for more";
        }
        if (!type.isInterface()) {
            return String.valueOf(types.refusal(type).getMessage());
        }
        long open = Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .count();
        return open == 1
                ? "A function cannot be sent as a value. Declare an interface of your own that is annotated with"
                        + " @ByReference, so that it is called where it is, or register the classes that implement it"
                        + " and may be copied"
                : "No class that may be sent implements this type. Pass what is needed of it as a text or a record";
    }

    /** Returns the declared types of its parameters and of its result. */
    List<Declared> places() {
        List<Declared> places = new ArrayList<>(parameters);
        if (result != null) {
            places.add(result);
        }
        return places;
    }

    private static String nameOfParameter(Method method, int index) {
        return "Parameter " + named(method.getParameters()[index], index);
    }

    private static String named(Parameter parameter, int index) {
        return parameter.isNamePresent() ? "'" + parameter.getName() + "'" : String.valueOf(index + 1);
    }

    /** Returns whether an object that implements both interfaces has one method for the two. */
    boolean replaces(Signature other) {
        return method.getName().equals(other.method.getName())
                && Arrays.equals(method.getParameterTypes(), other.method.getParameterTypes());
    }

    private static Declared place(Class<?> root, Method method, String what, Type type) {
        return new Declared(GenericTypes.resolve(type, root), what + " of " + name(root, method));
    }
}
