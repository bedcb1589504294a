package dev.wherry.internal.invoke;

import dev.wherry.Answers;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The state of a stub. Finds the remote method, and calls, starts or sends it as its style and the options say. */
class Stub implements InvocationHandler {
    private final CallTarget target;
    private final List<RemoteInterface> interfaces;
    private final CallOptions options;
    private final boolean plain;

    /**
     * The superclass of generated stubs. It has no instance methods beyond those of Object, since a user's interface may
     * declare any other.
     */
    @SuppressWarnings(
            "serial") // a stub can be passed as a Serializable, as with RMI, but JDK serialization cannot write it
    abstract static class Base implements Serializable {
        static final @Nullable Object[] NOTHING = {};

        final Stub stub;
        private final @Nullable Supplier<? extends @Nullable Object> near;

        /** @param near see {@link CallTarget#near} */
        Base(Stub stub, @Nullable Supplier<? extends @Nullable Object> near) {
            this.stub = stub;
            this.near = near;
        }

        /** Returns the object that the stub itself may call; null if the call must be made through {@link #call}. */
        static @Nullable Object target(Base self) {
            Supplier<? extends @Nullable Object> near = self.near;
            return near == null ? null : near.get();
        }

        static @Nullable Object call(Base self, int method, @Nullable Object[] arguments) throws Throwable {
            return self.stub.invoke(self, self.stub.method(method), arguments);
        }

        /** Returns the exception to throw if the stub has called the object itself and the method has failed. */
        static Throwable failed(Throwable failure, Base self, int method) {
            return self.stub.failed(failure, self.stub.method(method));
        }

        // None of these is final: generated subclasses that wrap stubs, as those of Spring's aspects, override them.

        @Override
        public boolean equals(@Nullable Object other) {
            return stub.isOf(other);
        }

        @Override
        public int hashCode() {
            return stub.hash();
        }

        @Override
        public String toString() {
            return stub.text();
        }
    }

    /** @param interfaces the declared one first */
    @SuppressWarnings("ReferenceEquality") // compared first: linking the first use of a record's equals takes 8 ms
    Stub(CallTarget target, List<RemoteInterface> interfaces, CallOptions options) {
        this.target = target;
        this.interfaces = interfaces;
        this.options = options;
        plain = options == CallOptions.none() || options.equals(CallOptions.none());
    }

    /** Returns the stub that an object has behind it; null if the object is not a stub. */
    static @Nullable Stub of(@Nullable Object object) {
        return switch (object) {
            case Base generated -> generated.stub;
            case Proxy proxy when Proxy.getInvocationHandler(proxy) instanceof Stub stub -> stub;
            case null, default -> null;
        };
    }

    final CallTarget target() {
        return target;
    }

    final List<RemoteInterface> interfaces() {
        return interfaces;
    }

    final CallOptions options() {
        return options;
    }

    @Override
    public final @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(method, arguments);
        }
        return invoke(proxy, remote(method), arguments == null ? Base.NOTHING : arguments);
    }

    /** Returns a method of the declared interface by its number. */
    final RemoteMethod method(int number) {
        return interfaces.getFirst().methods().get(number);
    }

    /** See {@link CallTarget#near}. Null if options or interceptors apply to the calls. */
    @Nullable
    Supplier<? extends @Nullable Object> near() {
        return plain && interfaces.getFirst().options().clientInterceptors().isEmpty() ? target.near() : null;
    }

    private RemoteMethod remote(Method method) {
        for (RemoteInterface type : interfaces) {
            RemoteMethod remote = type.method(method);
            if (remote != null) {
                return remote;
            }
        }
        throw new IllegalStateException("No remote method for " + method + " in " + interfaces);
    }

    private Object ofObject(Method method, @Nullable Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> isOf(arguments == null ? null : arguments[0]);
            case "hashCode" -> hash();
            case "toString" -> text();
            default -> throw new IllegalStateException("No method of every object: " + method);
        };
    }

    final boolean isOf(@Nullable Object object) {
        Stub other = of(object);
        return other != null && other.target.identity().equals(target.identity());
    }

    final int hash() {
        return target.identity().hashCode();
    }

    final String text() {
        return interfaces.getFirst().type().getName() + " at " + target.describe();
    }

    @Nullable
    Object invoke(Object self, RemoteMethod method, @Nullable Object[] arguments) throws Throwable {
        if (method.unfit() != null && (target.copies() || !method.signature().isReturnable())) {
            return unfit(self, method, arguments);
        }
        try {
            Delivery delivery = delivery(method);
            if (method.style() == Style.FUTURE) {
                return start(method, arguments);
            }
            if (delivery == null) {
                return method.owner().options().clientInterceptors().isEmpty()
                        ? target.call(method, arguments, inForce(method))
                        : Interceptors.OfClient.call(target, method, arguments, inForce(method));
            }
            Interceptors.OfClient.send(target, method, arguments, inForce(method), delivery);
            return null;
        } catch (Throwable e) {
            if (method.hasBody() && isUnknown(e)) {
                return method.body(self, arguments);
            }
            throw Failures.asDeclared(joined(e, method), method);
        }
    }

    /** Returns whether an older peer lacks the method. The body in the interface then runs instead. */
    private static boolean isUnknown(Throwable failure) {
        return failure instanceof CallException ours
                && ours.code() == Code.NOT_FOUND
                && NoSuchMethodException.class.getName().equals(ours.remoteClass());
    }

    /** Runs the body in the interface, if there is one, instead of a call that cannot be made; else refuses the call. */
    private @Nullable Object unfit(Object self, RemoteMethod method, @Nullable Object[] arguments) throws Throwable {
        if (method.hasBody() && method.signature().isReturnable()) {
            return method.body(self, arguments);
        }
        CallException refused = new CallException(Code.CODEC, method.name() + " cannot be called: " + method.unfit())
                .withOutcome(Outcome.NOT_RUN);
        Throwable declared = method.signature().rmi() ? RmiFailures.notMarshalled(refused) : refused;
        if (method.style() == Style.FUTURE) {
            return CompletableFuture.failedFuture(declared);
        }
        throw declared;
    }

    /** Returns the failure that a caller gets if a method called on the target's object itself has failed. */
    final Throwable failed(Throwable thrown, RemoteMethod method) {
        Throwable failure = thrown instanceof CallException inner ? method.inner(inner) : thrown;
        return Failures.asDeclared(joined(failure, method), method);
    }

    private Throwable joined(Throwable failure, RemoteMethod method) {
        return StackFrames.joined(failure, method.name(), target.describe(), Stub.class);
    }

    /** Starts the call. Every failure, even an immediate one, completes the future. */
    @SuppressWarnings("FutureReturnValueIgnored") // target::start returns its future as an object
    final CompletableFuture<@Nullable Object> start(RemoteMethod method, @Nullable Object[] arguments) {
        return Interceptors.OfClient.start(target, method, arguments, inForce(method), target::start);
    }

    /** Starts the call at all servers. Every failure, even an immediate one, is an answer. */
    final Answers<@Nullable Object> startAll(RemoteMethod method, @Nullable Object[] arguments) {
        return Interceptors.OfClient.startAll(target, method, arguments, inForce(method));
    }

    /** Returns how far a one-way call is delivered before its caller continues; null if this call is not one-way. */
    final @Nullable Delivery delivery(RemoteMethod method) {
        Delivery wanted = options.delivery();
        if (wanted == null || wanted == method.delivery()) {
            return method.delivery();
        }
        if (method.method().getReturnType() != void.class) {
            throw new CallException(
                    Code.INVALID_CALL,
                    method.name() + " returns something, and this stub was made one-way by its CallOptions. "
                            + "Call it through the original stub");
        }
        return wanted;
    }

    private CallOptions inForce(RemoteMethod method) {
        if (plain) {
            return method.defaults();
        }
        return options.timeout() != null ? options : options.orElse(method.defaults());
    }
}
