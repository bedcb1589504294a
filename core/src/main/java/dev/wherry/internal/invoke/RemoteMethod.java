package dev.wherry.internal.invoke;

import dev.wherry.Blocking;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.Idempotent;
import dev.wherry.Once;
import dev.wherry.Uninterruptible;
import dev.wherry.internal.invoke.DispatcherGenerator.Dispatcher;
import dev.wherry.internal.statistics.Tallies;
import dev.wherry.internal.statistics.Tally;
import dev.wherry.internal.types.TypeKinds;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Out;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A method of a remote interface, parsed once: how it is called, how its arguments and its result become bytes, and how
 * it is run. {@code codec} is everywhere an index into the interface's list of codecs. For any thread.
 */
public final class RemoteMethod {
    private static final @Nullable Object[] NOTHING = {};

    private final RemoteInterface owner;
    private final Signature signature;
    private final String key;
    private final String name;
    private final Definition definition;
    private final CallOptions defaults;
    private final @Nullable Delivery delivery;
    private final boolean idempotent;
    private final boolean once;
    private final boolean uninterruptible;
    private final boolean ofExtension;
    private final MethodSpeed speed;
    private final List<Codec> codecs;
    private final @Nullable Coders[] coders;
    private final int number;
    private volatile int answerBytes;
    private volatile @Nullable Dispatcher dispatcher;
    private volatile @Nullable Tally tally;
    private volatile @Nullable MethodHandle body;
    /** Set before the interface is published. */
    private @Nullable String unfit;

    /** @param number among its interface's methods, from 0 */
    RemoteMethod(RemoteInterface owner, int number, Signature signature, List<Codec> codecs) {
        this.owner = owner;
        this.number = number;
        this.signature = signature;
        key = signature.method().getName() + signature.descriptor();
        name = signature.name();
        Out content = new Out(128);
        content.writeText(owner.type().getName());
        content.writeText(key);
        definition = new Definition(Definition.Kind.METHOD, content.copy());
        Duration timeout = signature.timeout();
        defaults = CallOptions.ofTimeout(timeout == null ? owner.timeout() : timeout);
        delivery = signature.delivery();
        idempotent = signature.annotation(Idempotent.class) != null;
        once = delivery == null && signature.annotation(Once.class) != null;
        uninterruptible = signature.annotation(Uninterruptible.class) != null;
        ofExtension = InternalInterface.OfExtension.class.isAssignableFrom(owner.type());
        speed = new MethodSpeed(once || signature.annotation(Blocking.class) != null || style() == Style.FUTURE);
        this.codecs = codecs;
        coders = new @Nullable Coders[codecs.size()];
    }

    /** The coders of its values by one codec. */
    @SuppressWarnings("ArrayRecordComponent") // private, and never compared
    record Coders(Coder[] parameters, @Nullable Coder result) {}

    /**
     * Creates the coders at the first use. A race creates them twice, which does no harm.
     *
     * @throws CodecException if no value of a parameter or of the result can be sent by the codec
     */
    Coders coders(int codec) {
        Coders made = coders[codec];
        if (made == null) {
            String known = signature.unfit();
            if (known != null) {
                throw CodecException.impossible(known);
            }
            try {
                Codec by = codecs.get(codec);
                made = new Coders(
                        signature.parameterCoders(by, owner.types()), signature.resultCoder(by, owner.types()));
            } catch (IllegalArgumentException e) {
                throw CodecException.impossible(String.valueOf(e.getMessage()));
            }
            coders[codec] = made;
        }
        return made;
    }

    /** @throws CodecException naming the parameter */
    public void encodeArguments(@Nullable Object[] arguments, int codec, Encoding to) {
        Coder[] parameters = coders(codec).parameters;
        for (int i = 0; i < parameters.length; i++) {
            try {
                parameters[i].encode(arguments[i], to);
            } catch (CodecException e) {
                throw at(signature.parameters().get(i), e);
            }
        }
    }

    /** @throws CodecException naming the parameter */
    public @Nullable Object[] decodeArguments(int codec, Decoding from) {
        Coder[] parameters = coders(codec).parameters;
        @Nullable Object[] arguments = parameters.length == 0 ? NOTHING : new @Nullable Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            try {
                arguments[i] = parameters[i].decode(from);
            } catch (CodecException e) {
                throw at(signature.parameters().get(i), e);
            }
        }
        from.state(null); // it may refer to stubs
        checkEnd(from);
        return arguments;
    }

    /**
     * @param value of a future the value that it has completed with
     * @throws CodecException naming the result
     */
    public void encodeResult(@Nullable Object value, int codec, Encoding to) {
        Coder result = coders(codec).result;
        if (result != null) {
            try {
                result.encode(value, to);
            } catch (CodecException e) {
                throw at(signature.result(), e);
            }
        }
    }

    /** @throws CodecException naming the result */
    public @Nullable Object decodeResult(int codec, Decoding from) {
        Coder result = coders(codec).result;
        Object value = null;
        if (result != null) {
            try {
                value = result.decode(from);
            } catch (CodecException e) {
                throw at(signature.result(), e);
            } finally {
                from.state(null); // it may refer to stubs
            }
        }
        checkEnd(from);
        return value;
    }

    /** A codec that knows the parameter or result names it itself. */
    private static CodecException at(@Nullable Declared place, CodecException e) {
        return place == null || e.path().startsWith(place.place()) ? e : e.at(place.place());
    }

    /** Refuses bytes after the last value: their sender means another method. */
    private static void checkEnd(Decoding from) {
        if (from.in().remaining() > 0) {
            throw CodecException.malformed(from.in().remaining() + " bytes more than the method's values");
        }
    }

    /** Finds out whether the values of its calls can be sent by at least one codec. */
    void checkValues() {
        for (int codec = 0; codec < coders.length; codec++) {
            try {
                coders(codec);
                unfit = null;
                return;
            } catch (CodecException e) {
                unfit = unfit == null ? e.getMessage() : unfit;
            }
        }
    }

    /** Returns why no call of it can be made; null if nothing is known to prevent one. */
    @Nullable
    String unfit() {
        return unfit;
    }

    /** Returns whether a stub can run the method itself, since its interface has a body for it. */
    boolean hasBody() {
        return method().isDefault();
    }

    /**
     * Runs the body that the interface has for the method, on a stub.
     *
     * @throws IllegalAccessException if the interface's module does not open it to Wherry
     */
    @Nullable
    Object body(Object stub, @Nullable Object[] arguments) throws Throwable {
        MethodHandle known = body;
        if (known == null) {
            body = known = InterfaceAccess.body(method());
        }
        return (Object) known.invokeExact(stub, arguments);
    }

    public RemoteInterface owner() {
        return owner;
    }

    int number() {
        return number;
    }

    /** Returns name and erased descriptor: {@code transfer(Lacme/Account;J)V}. */
    public String key() {
        return key;
    }

    public Method method() {
        return signature.method();
    }

    /** Returns interface and name, for messages: {@code acme.Bank.transfer}; for an internal interface what it is to users. */
    public String name() {
        return name;
    }

    Signature signature() {
        return signature;
    }

    /** Returns interface and method as they are sent to a peer: two texts, the interface's class name and the key. */
    public Definition definition() {
        return definition;
    }

    public Style style() {
        return signature.style();
    }

    /** Returns how far a one-way call is delivered before its caller continues; null if the method is not one-way. */
    public @Nullable Delivery delivery() {
        return delivery;
    }

    /** Returns whether a call with these options may run twice. */
    public boolean mayRunTwice(CallOptions options) {
        return idempotent || options.idempotent();
    }

    /** Returns whether a ledger records its calls. */
    public boolean once() {
        return once;
    }

    /** Returns whether its declared result is an object that is sent by reference. */
    public boolean returnsReference() {
        Declared result = signature.result();
        return result != null && result.type() instanceof Class<?> type && TypeKinds.isByReference(type);
    }

    public boolean uninterruptible() {
        return uninterruptible;
    }

    /** Returns whether it is a method of a session's extension, whose code may leave objects in thread-locals. */
    public boolean isOfExtension() {
        return ofExtension;
    }

    /** Returns whether its callers wait as those of Java RMI do: by default without a deadline, and despite interrupts. */
    public boolean waitsAsLongAsItTakes() {
        return owner.waitsAsLongAsItTakes();
    }

    public MethodSpeed speed() {
        return speed;
    }

    /** Returns the size of the largest recent answer among those that have threads of their own. */
    public int answerBytes() {
        return answerBytes;
    }

    /** Notes the size of an answer. A loss of one size by two threads at once does no harm. */
    public void answered(int bytes) {
        int known = answerBytes;
        if (bytes != known) {
            answerBytes = Math.max(bytes, known - (known - bytes + 7) / 8);
        }
    }

    /** Returns the counter of its served calls; {@code tallies} are those of its endpoint, always the same. */
    public Tally tally(Tallies tallies) {
        Tally known = tally;
        if (known == null) {
            known = tally = tallies.of(owner.type().getName(), key);
        }
        return known;
    }

    /** Returns the options in force where the caller sets none. */
    public CallOptions defaults() {
        return defaults;
    }

    /** Returns whether its callers can catch the failure: it is unchecked, or the method declares it. */
    boolean expects(Throwable failure) {
        return failure instanceof RuntimeException
                || failure instanceof Error
                || signature.declares(failure.getClass());
    }

    /**
     * Runs the method on an object that implements the interface.
     *
     * @throws CallException {@link Code#INTERNAL} if a call that the method made failed and the method did not catch that. Its
     *     caller must not mistake the failure for one of its own call. Also if the promised future is null
     * @throws Throwable what else the method threw
     */
    public @Nullable Object invoke(Object target, @Nullable Object[] arguments) throws Throwable {
        Object result;
        try {
            result = dispatcher().call(target, number, arguments);
        } catch (CallException e) {
            throw inner(e);
        }
        if (result == null && style() == Style.FUTURE) {
            throw new CallException(
                    Code.INTERNAL, name() + " of " + target.getClass().getName() + " returned null, not a future");
        }
        return result;
    }

    /**
     * Waits for the future that the method has returned. An interrupt cancels it.
     *
     * @throws Throwable the future's failure, without its wrappers; as {@link #invoke} throws it
     */
    public @Nullable Object await(@Nullable Object returned) throws Throwable {
        Future<?> future = switch (returned) {
            case CompletionStage<?> stage -> stage.toCompletableFuture();
            case Future<?> plain -> plain;
            case null, default ->
                throw new CallException(Code.INTERNAL, name() + " returned " + returned + ", not a future");
        };
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw unwrapped(e);
        } catch (InterruptedException e) {
            future.cancel(true);
            throw e;
        }
    }

    /** Returns the failure of a future that the method has returned, without its wrappers; as {@link #invoke} throws it. */
    public Throwable unwrapped(Throwable wrapped) {
        Throwable failure = wrapped;
        while ((failure instanceof CompletionException || failure instanceof ExecutionException)
                && failure.getCause() != null) {
            failure = failure.getCause();
        }
        return failure instanceof CallException ours ? inner(ours) : failure;
    }

    /** Only the innermost level adds its name: each level of a deep recursion would lengthen the message of all below. */
    CallException inner(CallException failure) {
        boolean named = CallException.class.getName().equals(failure.remoteClass());
        return new CallException(
                        Code.INTERNAL,
                        named
                                ? String.valueOf(failure.getMessage())
                                : name() + " failed in a call of its own: " + failure.code() + ": "
                                        + failure.getMessage(),
                        failure,
                        CallException.class.getName(),
                        failure.id())
                .withOutcome(CallException.Outcome.RAN);
    }

    private Dispatcher dispatcher() {
        Dispatcher ready = dispatcher;
        if (ready == null) {
            owner.requireServable();
            ready = Objects.requireNonNull(dispatcher);
        }
        return ready;
    }

    void dispatchBy(Dispatcher chosen) {
        dispatcher = chosen;
    }

    @Override
    public String toString() {
        return owner.type().getName() + "." + key;
    }
}
