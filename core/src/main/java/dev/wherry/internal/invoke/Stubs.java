package dev.wherry.internal.invoke;

import dev.wherry.Answers;
import dev.wherry.CallOptions;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Creates stubs and recognizes them. For any thread. */
public final class Stubs {
    private Stubs() {}

    /**
     * Creates a stub that implements {@code declared}. It also implements those of {@code further} that extend it or can be
     * combined with it: visible from one loader, not private to another package, and without a conflict between methods. The
     * stub is of a generated class if it implements one interface that Wherry's classes can name; else it is a {@link Proxy}.
     *
     * @param options for its calls; those of the method apply to what they leave open
     */
    @SuppressWarnings("TypeParameterUnusedInFormals") // T is the declared interface; RemoteInterface does not carry it
    public static <T> T create(
            CallTarget target, RemoteInterface declared, List<RemoteInterface> further, CallOptions options) {
        if (further.isEmpty()) {
            return object(new Stub(target, List.of(declared), options));
        }
        List<RemoteInterface> interfaces = new ArrayList<>(List.of(declared));
        for (RemoteInterface other : further) {
            if (interfaces.stream().anyMatch(one -> other.type().isAssignableFrom(one.type()))) {
                continue;
            }
            List<RemoteInterface> beside = new ArrayList<>(interfaces);
            beside.removeIf(one -> one.type().isAssignableFrom(other.type())); // the other interface extends it
            Class<?> seen = beside.isEmpty() ? other.type() : beside.getFirst().type();
            if (InterfaceAccess.isVisible(other.type(), seen.getClassLoader()) && fits(other, beside)) {
                beside.add(other);
                interfaces = beside;
            }
        }
        return object(new Stub(target, List.copyOf(interfaces), options));
    }

    /** Generates the class of an interface's stubs, which the first stub would wait for otherwise. */
    public static void prepare(RemoteInterface type) {
        StubGenerator.maker(type);
    }

    private static boolean fits(RemoteInterface other, List<RemoteInterface> interfaces) {
        return interfaces.stream()
                .allMatch(one -> other.type() != one.type()
                        && ProxyStubs.canCombine(one.type())
                        && ProxyStubs.canCombine(other.type())
                        && other.agreesWith(one));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as above
    private static <T> T object(Stub stub) {
        List<RemoteInterface> interfaces = stub.interfaces();
        MethodHandle maker = interfaces.size() == 1 ? StubGenerator.maker(interfaces.getFirst()) : null;
        if (maker == null) {
            return (T) ProxyStubs.of(stub);
        }
        try {
            return (T) (Object) maker.invokeExact(stub, (Supplier<?>) stub.near());
        } catch (Throwable e) {
            throw new IllegalStateException("No stub of " + stub.text() + " can be made", e);
        }
    }

    /** Calls a method, by its number, of an interface whose stub is written by hand. */
    public static @Nullable Object call(
            CallTarget target, RemoteInterface type, CallOptions options, int method, @Nullable Object... arguments) {
        Stub stub = new Stub(target, List.of(type), options);
        try {
            return stub.invoke(stub, stub.method(method), arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // such interfaces declare no exception
        }
    }

    private static Stub require(Object object) {
        Stub stub = Stub.of(Objects.requireNonNull(object, "stub"));
        if (stub == null) {
            boolean wrapper = object instanceof Stub.Base || object instanceof Proxy;
            throw new IllegalArgumentException("Not a stub: an object of "
                    + object.getClass().getName() + ". "
                    + (wrapper ? "It may wrap a stub, as frameworks do; the stub in it is needed. " : "")
                    + "Pass what lookup returned, or what arrived by reference");
        }
        return stub;
    }

    /** Returns the interfaces of a stub. */
    public static List<RemoteInterface> interfaces(Object stub) {
        return require(stub).interfaces();
    }

    /** Returns the target of a stub; null if the object is not a stub. */
    public static @Nullable CallTarget targetOf(@Nullable Object object) {
        Stub stub = Stub.of(object);
        return stub == null ? null : stub.target();
    }

    /** @throws IllegalArgumentException if the object is not a stub */
    public static CallTarget requireTarget(Object stub) {
        return require(stub).target();
    }

    /** Creates a stub of the same target with these options. The options of {@code stub} apply to what they leave open. */
    public static <T> T with(T stub, CallOptions options) {
        Stub original = require(stub);
        return object(new Stub(original.target(), original.interfaces(), options.orElse(original.options())));
    }

    /**
     * Makes the one call that {@code call} makes on its stub, and does not wait for the result.
     *
     * @throws IllegalStateException if it makes no call, more than one, or one that never waits
     */
    public static <T> CompletableFuture<@Nullable Object> async(
            T stub, Function<? super T, ? extends @Nullable Object> call) {
        Recording recording = new Recording(require(stub), "Calls.async", false);
        return record(recording, call, recording::start);
    }

    /**
     * Makes the one call that {@code call} makes on its stub at all servers, and does not wait for the results.
     *
     * @throws IllegalStateException if it makes no call, more than one, or one that never waits
     */
    public static <T> Answers<@Nullable Object> toAll(T stub, Function<? super T, ? extends @Nullable Object> call) {
        Recording recording = new Recording(require(stub), "Calls.toAll", false);
        return record(recording, call, recording::startAll);
    }

    /** Does the same for a method that returns nothing. */
    public static <T> CompletableFuture<@Nullable Object> asyncRun(T stub, Consumer<? super T> call) {
        Recording recording = new Recording(require(stub), "Calls.asyncRun", true);
        Function<T, @Nullable Object> function = recorder -> {
            call.accept(recorder);
            return null;
        };
        return record(recording, function, recording::start);
    }

    private static <T, F> F record(
            Recording recording,
            Function<? super T, ? extends @Nullable Object> call,
            BiFunction<RemoteMethod, @Nullable Object[], F> start) {
        T recorder = object(recording);
        try {
            return recording.make(call.apply(recorder), start);
        } catch (NullPointerException e) {
            throw recording.misused(e);
        }
    }
}
