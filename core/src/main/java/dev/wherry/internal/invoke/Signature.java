package dev.wherry.internal.invoke;

import dev.wherry.OneWay;
import dev.wherry.internal.types.ArrayTypes;
import dev.wherry.reflect.GenericTypes;
import dev.wherry.spi.Codec.Declared;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * What a method's declaration says about its calls.
 *
 * @param parameters the places that its arguments fill
 * @param result the place of the value, of a future the value that it completes with; null for none
 * @param exceptions what it declares, as far as all declarations of it agree
 * @param rmi whether its callers expect {@code java.rmi.RemoteException}
 * @param unfit why no call of it can be made, by what its declaration says alone; null if it says nothing against
 */
record Signature(
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
        return new Signature(method, parameters, result, style, exceptions, rmi, unfit(root, method, style));
    }

    /** Those that a caller through any of the declarations must be ready for. */
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

    /** By name: the module java.rmi may be absent. */
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
                            "@OneWay leaves nobody to tell, but this one declares " + exception.getName()
                                    + ". Remove @OneWay, or do not declare it");
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

    /**
     * Whether a stub can return what the method does. The stubs of a public interface are in another package than it, and cast
     * their results.
     */
    static boolean isReturnable(Class<?> root, Method method) {
        return !Modifier.isPublic(root.getModifiers()) || Access.isCastable(method.getReturnType());
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

    /** Where values of its calls stand. */
    List<Declared> places() {
        List<Declared> places = new ArrayList<>(parameters);
        if (result != null) {
            places.add(result);
        }
        return places;
    }

    /** As a sentence about it begins. */
    String nameOfParameter(int index) {
        return nameOfParameter(method, index);
    }

    private static String nameOfParameter(Method method, int index) {
        return "Parameter " + named(method.getParameters()[index], index);
    }

    private static String named(Parameter parameter, int index) {
        return parameter.isNamePresent() ? "'" + parameter.getName() + "'" : String.valueOf(index + 1);
    }

    /** Whether an object that implements both has one method for the two. */
    boolean replaces(Signature other) {
        return method.getName().equals(other.method.getName())
                && Arrays.equals(method.getParameterTypes(), other.method.getParameterTypes());
    }

    private static Declared place(Class<?> root, Method method, String what, Type type) {
        return new Declared(GenericTypes.resolve(type, root), what + " of " + RemoteMethod.shown(root, method));
    }
}
