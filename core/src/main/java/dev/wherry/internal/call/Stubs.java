package dev.wherry.internal.call;

import dev.wherry.CallOptions;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes stubs and tells them from other objects. For any thread. */
public final class Stubs {
    private Stubs() {}

    /**
     * A stub that implements {@code declared} and those of {@code further} that can stand beside it: visible from one
     * loader, not private to another package, and of one mind about methods that they share.
     *
     * @param options in force for its calls where they say something; else the method's own are
     */
    @SuppressWarnings("TypeParameterUnusedInFormals") // T is the declared interface; RemoteInterface does not carry it
    public static <T> T create(
            Target target, RemoteInterface declared, List<RemoteInterface> further, CallOptions options) {
        List<RemoteInterface> interfaces = new ArrayList<>(List.of(declared));
        for (RemoteInterface other : further) {
            if (isVisible(other.type(), declared.type().getClassLoader()) && fits(other, interfaces)) {
                interfaces.add(other);
            }
        }
        return proxy(new Stub(target, List.copyOf(interfaces), options));
    }

    private static boolean fits(RemoteInterface other, List<RemoteInterface> interfaces) {
        return interfaces.stream()
                .allMatch(one -> other.type() != one.type()
                        && (isPublic(other) || isPublic(one) || samePackage(other.type(), one.type()))
                        && other.agreesWith(one));
    }

    private static boolean isPublic(RemoteInterface type) {
        return Modifier.isPublic(type.type().getModifiers());
    }

    private static boolean samePackage(Class<?> one, Class<?> other) {
        return Objects.equals(one.getClassLoader(), other.getClassLoader())
                && one.getPackageName().equals(other.getPackageName());
    }

    private static boolean isVisible(Class<?> type, @Nullable ClassLoader loader) {
        try {
            return Class.forName(type.getName(), false, loader) == type;
        } catch (ClassNotFoundException e) {
            return false; // an interface of another loader: the stub is made without it
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as above
    private static <T> T proxy(Stub stub) {
        List<RemoteInterface> interfaces = stub.interfaces();
        Class<?>[] types = interfaces.stream().map(RemoteInterface::type).toArray(Class<?>[]::new);
        return (T) Proxy.newProxyInstance(types[0].getClassLoader(), types, stub);
    }

    private static @Nullable Stub of(@Nullable Object object) {
        return object instanceof Proxy && Proxy.getInvocationHandler(object) instanceof Stub stub ? stub : null;
    }

    private static Stub require(Object object) {
        Stub stub = of(Objects.requireNonNull(object, "stub"));
        if (stub == null) {
            throw new IllegalArgumentException("Not a stub: an object of "
                    + object.getClass().getName() + ". Pass what lookup returned, or what arrived by reference");
        }
        return stub;
    }

    /** Where a stub's calls go; null if it is no stub. */
    public static @Nullable Target targetOf(@Nullable Object object) {
        Stub stub = of(object);
        return stub == null ? null : stub.target();
    }

    /** @throws IllegalArgumentException if the object is no stub */
    public static Target requireTarget(Object stub) {
        return require(stub).target();
    }

    /** A stub of the same target, whose calls are made with these options and, where they leave something open, its own. */
    public static <T> T with(T stub, CallOptions options) {
        Stub original = require(stub);
        return proxy(new Stub(original.target(), original.interfaces(), options.orElse(original.options())));
    }

    /**
     * Makes the one call that {@code call} makes on the stub it is given, and does not wait for it.
     *
     * @throws IllegalStateException if it makes none, more than one, or one that does not wait anyway
     */
    public static <T> CompletableFuture<@Nullable Object> async(
            T stub, Function<? super T, ? extends @Nullable Object> call) {
        return record(new Recording(require(stub), false), call);
    }

    /** The same for a method that returns nothing. */
    public static <T> CompletableFuture<@Nullable Object> asyncRun(T stub, Consumer<? super T> call) {
        return record(new Recording(require(stub), true), (T recorder) -> {
            call.accept(recorder);
            return null;
        });
    }

    private static <T> CompletableFuture<@Nullable Object> record(
            Recording recording, Function<? super T, ? extends @Nullable Object> call) {
        T recorder = proxy(recording);
        try {
            return recording.start(call.apply(recorder));
        } catch (NullPointerException e) {
            throw recording.misused(e);
        }
    }
}
