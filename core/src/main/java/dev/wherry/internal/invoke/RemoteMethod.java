package dev.wherry.internal.invoke;

import dev.wherry.Blocking;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.Idempotent;
import dev.wherry.OneWay;
import dev.wherry.Timeout;
import dev.wherry.Uninterruptible;
import dev.wherry.internal.invoke.DispatcherGenerator.Dispatcher;
import dev.wherry.internal.statistics.Tallies;
import dev.wherry.internal.statistics.Tally;
import dev.wherry.spi.Codec;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Out;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
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
    private final RemoteInterface owner;
    private final Signature signature;
    private final String key;
    private final String name;
    private final Definition definition;
    private final CallOptions defaults;
    private final @Nullable Delivery delivery;
    private final boolean idempotent;
    private final boolean uninterruptible;
    private final boolean ofExtension;
    private final MethodSpeed quickness;
    private final List<Codec> codecs;
    private final @Nullable MethodCoder[] coders;
    private final int number;
    private volatile int answerBytes;
    private volatile @Nullable Dispatcher dispatcher;
    private volatile @Nullable Tally tally;
    private volatile @Nullable MethodHandle body;
    /** Set before the interface is handed out. */
    private @Nullable String unfit;

    /** @param number among its interface's methods, from 0 */
    RemoteMethod(RemoteInterface owner, int number, Signature signature, List<Codec> codecs) {
        this.owner = owner;
        this.number = number;
        this.signature = signature;
        Method method = signature.method();
        key = method.getName() + descriptor(method);
        name = shown(owner.type(), method);
        Out content = new Out(128);
        content.writeText(owner.type().getName());
        content.writeText(key);
        definition = new Definition(Definition.Kind.METHOD, content.copy());
        defaults = CallOptions.ofTimeout(limit());
        OneWay oneWay = method.getAnnotation(OneWay.class);
        delivery = oneWay == null ? null : oneWay.value();
        idempotent = annotation(Idempotent.class) != null;
        uninterruptible = annotation(Uninterruptible.class) != null;
        ofExtension = Own.OfExtension.class.isAssignableFrom(owner.type());
        quickness = new MethodSpeed(annotation(Blocking.class) != null || style() == Style.FUTURE);
        this.codecs = codecs;
        coders = new @Nullable MethodCoder[codecs.size()];
    }

    /**
     * Made when it is first asked for; a race makes it twice, harmlessly.
     *
     * @throws CodecException if values of a parameter or the result can never travel by it
     */
    private MethodCoder coder(int codec) {
        MethodCoder made = coders[codec];
        if (made == null) {
            String known = signature.unfit();
            if (known != null) {
                throw CodecException.impossible(known);
            }
            try {
                made = new MethodCoder(signature, codecs.get(codec), owner.types());
            } catch (IllegalArgumentException e) {
                throw CodecException.impossible(String.valueOf(e.getMessage()));
            }
            coders[codec] = made;
        }
        return made;
    }

    /** Finds out whether the values of its calls can travel: by one codec at least, if there are several. */
    void checkValues() {
        for (int codec = 0; codec < coders.length; codec++) {
            try {
                coder(codec);
                unfit = null;
                return;
            } catch (CodecException e) {
                unfit = unfit == null ? e.getMessage() : unfit;
            }
        }
    }

    /** Why no call of it can be made; null if that is not known before. */
    @Nullable
    String unfit() {
        return unfit;
    }

    /** Whether a stub can return what the method does. */
    boolean isReturnable() {
        return Signature.isReturnable(owner.type(), method());
    }

    /** Whether a stub can run the method by itself, since its interface has a body for it. */
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
            body = known = Access.body(method());
        }
        return (Object) known.invokeExact(stub, arguments);
    }

    private Duration limit() {
        Timeout limit = annotation(Timeout.class);
        if (limit == null) {
            return waitsAsLongAsItTakes()
                    ? Duration.ofNanos(InboundCall.UNLIMITED)
                    : owner.options().timeout();
        }
        if (limit.millis() <= 0) {
            throw InterfaceError.in(
                    owner.type(), method(), "@Timeout is above 0 milliseconds; this is " + limit.millis());
        }
        return Duration.ofMillis(limit.millis());
    }

    /** What stands on the method, else on the interface that is called, else on the one that declares the method. */
    private <A extends Annotation> @Nullable A annotation(Class<A> type) {
        A found = method().getAnnotation(type);
        if (found == null) {
            found = owner.type().getAnnotation(type);
        }
        return found != null ? found : method().getDeclaringClass().getAnnotation(type);
    }

    /** For messages. */
    static String shown(Class<?> type, Method method) {
        return Own.shown(type, type.getName() + "." + method.getName());
    }

    static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
    }

    public RemoteInterface owner() {
        return owner;
    }

    int number() {
        return number;
    }

    /** Name and erased descriptor: {@code transfer(Lacme/Account;J)V}. */
    public String key() {
        return key;
    }

    public Method method() {
        return signature.method();
    }

    /** Interface and name, for messages: {@code acme.Bank.transfer}; of Wherry's own what it is to users. */
    public String name() {
        return name;
    }

    Signature signature() {
        return signature;
    }

    /** Interface and method as a peer is told of them: two texts, the interface's class name and the key. */
    public Definition definition() {
        return definition;
    }

    public Style style() {
        return signature.style();
    }

    /** How far a one-way call comes before its caller goes on; null if the method is not one-way. */
    public @Nullable Delivery delivery() {
        return delivery;
    }

    public boolean idempotent() {
        return idempotent;
    }

    public boolean uninterruptible() {
        return uninterruptible;
    }

    /** Returns whether it is a method of a session's extension, whose code may leave objects in thread-locals. */
    public boolean isOfExtension() {
        return ofExtension;
    }

    /** Whether its callers wait as those of Java RMI do: without a deadline by default, and whatever interrupts them. */
    public boolean waitsAsLongAsItTakes() {
        return owner.rmi() && !owner.options().boundedRemoteCalls();
    }

    public MethodSpeed quickness() {
        return quickness;
    }

    /** How large its answers are that have threads of their own: the largest of late. */
    public int answerBytes() {
        return answerBytes;
    }

    /** It has made an answer of so many bytes; a loss of one by two threads at once does no harm. */
    public void answered(int bytes) {
        int known = answerBytes;
        if (bytes != known) {
            answerBytes = Math.max(bytes, known - (known - bytes + 7) / 8);
        }
    }

    /** Where its calls are counted that are served; {@code tallies} are those of its endpoint, always the same. */
    public Tally tally(Tallies tallies) {
        Tally known = tally;
        if (known == null) {
            known = tally = tallies.of(owner.type().getName(), key);
        }
        return known;
    }

    /** The options in force where the caller sets none. */
    public CallOptions defaults() {
        return defaults;
    }

    /** Whether a caller must be ready for exceptions of this class. */
    boolean declares(Class<?> exception) {
        return signature.exceptions().stream().anyMatch(type -> type.isAssignableFrom(exception));
    }

    /** @throws CodecException naming the parameter */
    public void encodeArguments(@Nullable Object[] arguments, int codec, Encoding to) {
        coder(codec).encodeArguments(arguments, to);
    }

    /** @throws CodecException naming the parameter */
    public @Nullable Object[] decodeArguments(int codec, Decoding from) {
        return coder(codec).decodeArguments(from);
    }

    /**
     * @param result of a future the value that it has completed with
     * @throws CodecException naming the result
     */
    public void encodeResult(@Nullable Object result, int codec, Encoding to) {
        coder(codec).encodeResult(result, to);
    }

    /** @throws CodecException naming the result */
    public @Nullable Object decodeResult(int codec, Decoding from) {
        return coder(codec).decodeResult(from);
    }

    /**
     * Runs the method on an object that implements the interface.
     *
     * @throws CallException {@link Code#INTERNAL} if a call that the method made failed and it let that through, so
     *     that its caller does not take the failure for one of its own call; or if the future it promised is null
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
     * @throws Throwable what it has failed with, without what wraps it; as {@link #invoke} throws it
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

    private Throwable unwrapped(Throwable wrapped) {
        Throwable failure = wrapped;
        while ((failure instanceof CompletionException || failure instanceof ExecutionException)
                && failure.getCause() != null) {
            failure = failure.getCause();
        }
        return failure instanceof CallException ours ? inner(ours) : failure;
    }

    CallException inner(CallException failure) {
        // Told once, by the innermost: each level of a deep recursion would add to the words of all below.
        boolean told = CallException.class.getName().equals(failure.remoteClass());
        return new CallException(
                        Code.INTERNAL,
                        told
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

    /**
     * For an interface that no code of Wherry's own can name.
     *
     * @throws IllegalArgumentException if Wherry has no access to it; names the line that gives it
     */
    Dispatcher byHandle() {
        try {
            MethodHandle handle = Access.of(method());
            return (target, same, arguments) -> (Object) handle.invokeExact(target, arguments);
        } catch (IllegalAccessException e) {
            Class<?> type = method().getDeclaringClass();
            throw InterfaceError.in(
                    owner.type(),
                    method(),
                    "Wherry cannot call " + type.getName() + " in " + type.getModule() + ". " + Access.remedy(type),
                    e);
        }
    }

    @Override
    public String toString() {
        return owner.type().getName() + "." + key;
    }
}
