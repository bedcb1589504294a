package dev.wherry.internal.invoke;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.codec.ClassNames;
import dev.wherry.codec.ExceptionDescription;
import dev.wherry.codec.compact.ExceptionCopies;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import dev.wherry.text.OneLine;
import dev.wherry.text.Throttle;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes the failure of a method. The body of a Failure frame begins with a byte that says which form follows:
 *
 * <pre>
 * 0  in words    see {@link FailureText}; then, if the call may be made again after a while, the milliseconds as a long-size
 * 1  as itself   class text, message text or null; then the exception by the call's codec, as a {@code Throwable}
 * 2  an error    as 0, of a method that threw an {@link Error}
 * 3  with spare  as 1, but before the exception its length, and after it, if there is one, the exception once more: links
 *                whose classes a caller may lack are described there
 * </pre>
 *
 * As themselves go exceptions that the interface's types allow: those that it declares or has registered, and the JDK's
 * of the table there. One of a class that is not allowed goes as the nearest superclass that is, if the method declares that
 * or a superclass of it. In the chain of such an exception, too, only allowed links are sent as themselves; the codec
 * replaces each other one by a {@link CallException}. A field whose value cannot travel is null in what goes as
 * itself. An {@link Error} that was thrown never goes as itself, whatever is registered: what broke the server's
 * virtual machine has not broken the caller's. A failure that is sent as text is logged with its whole trace, under
 * the id that the caller gets. Of many in one second, the first ten are logged.
 */
public final class Failures {
    private static final System.Logger LOG = System.getLogger("dev.wherry");
    /** A peer that makes a method fail without end must not fill the disk. */
    private static final Throttle LOGGED = new Throttle(10, TimeUnit.SECONDS.toNanos(1));

    private static final int IN_WORDS = 0;
    private static final int AS_ITSELF = 1;
    private static final int ERROR_IN_WORDS = 2;
    private static final int WITH_SPARE = 3;
    private static final long LONGEST_RETRY_AFTER = TimeUnit.HOURS.toMillis(1);

    private Failures() {}

    /**
     * Writes the body of a Failure frame. Fails only if not even code and class name fit into the message.
     *
     * @param thrown by the method (see {@link RemoteMethod#await} for futures) or by an interceptor. Wherry itself
     *     throws a {@link CallException} with the code to send, or a {@link CodecException}
     * @param outcome whether the method was run
     * @param method null if no method was found
     */
    public static void encode(
            Throwable thrown, Outcome outcome, @Nullable RemoteMethod method, int codec, Encoding to) {
        if (thrown instanceof CallException || thrown instanceof CodecException) {
            boolean error = thrown instanceof CallException ours && ours.isRemoteError();
            words(error, own(thrown).with(outcome), to.out());
            if (thrown instanceof CallException ours && ours.retryAfter() != null) {
                writeRetryAfter(ours.retryAfter(), to.out());
            }
            return;
        }
        Throwable reason = null;
        Class<?> as = method == null || thrown instanceof Error ? null : travelsAs(thrown.getClass(), method);
        if (method != null && as != null) {
            reason = itselfOrWithout(thrown, as, method, codec, to);
            if (reason == null) {
                return;
            }
        }
        words(thrown instanceof Error, logged(thrown, method, reason).with(outcome), to.out());
    }

    /**
     * Returns the class as which an exception arrives: its class, or else the nearest superclass that is allowed and
     * that the method declares. Superclasses of CallException do not count. Null: none, so it is sent as text.
     */
    private static @Nullable Class<?> travelsAs(Class<?> thrown, RemoteMethod method) {
        Types types = method.owner().types();
        if (types.allows(thrown)) {
            return thrown;
        }
        for (Class<?> as = thrown.getSuperclass(); !as.isAssignableFrom(CallException.class); as = as.getSuperclass()) {
            if (types.allows(as)) {
                return method.signature().declares(as) ? as : null;
            }
        }
        return null;
    }

    /** @return null, or why nothing was written */
    private static @Nullable Throwable itselfOrWithout(
            Throwable thrown, Class<?> as, RemoteMethod method, int codec, Encoding to) {
        Throwable reason = null;
        try {
            Throwable whole = as == thrown.getClass() ? thrown : ExceptionCopies.nearest(thrown, as);
            reason = tryAsItself(whole, method, codec, to, true);
            if (reason == null) {
                return null;
            }
            int start = to.out().size();
            Throwable copy = ExceptionCopies.travelling(whole, part -> {
                Throwable refusal = tryAsItself(part, method, codec, to, false);
                drop(start, to);
                return refusal;
            });
            return copy == null ? reason : tryAsItself(copy, method, codec, to, true);
        } catch (RuntimeException | StackOverflowError | LinkageError e) { // of the class's own code
            return reason == null ? e : reason;
        }
    }

    /**
     * @param spare whether to add what a caller needs who lacks a class
     * @return null, or why nothing was written
     */
    private static @Nullable Throwable tryAsItself(
            Throwable failure, RemoteMethod method, int codec, Encoding to, boolean spare) {
        int start = to.out().size();
        try {
            asItself(failure, spare ? spare(failure, method) : null, method, codec, to);
            return null;
        } catch (RuntimeException | StackOverflowError | LinkageError e) { // of the codec, or of the class's own code
            drop(start, to);
            return e;
        }
    }

    /** Drops what an attempt has written, and what the codec has kept of it for the rest of the message. */
    private static void drop(int start, Encoding to) {
        to.cut(start);
        to.state(null);
    }

    private static FailureText own(Throwable failure) {
        FailureText thrown = FailureText.of(
                failure instanceof CodecException
                        ? new CallException(Code.CODEC, "At the other end: " + failure.getMessage())
                        : failure);
        return thrown.with(List.of(), thrown.cause(), thrown.suppressed());
    }

    private static void asItself(
            Throwable failure, @Nullable Throwable spare, RemoteMethod method, int codec, Encoding to) {
        Out out = to.out();
        out.writeByte(spare == null ? AS_ITSELF : WITH_SPARE);
        FailureText shown = FailureText.bare(failure);
        out.writeText(shown.className());
        out.writeText(shown.message());
        Coder coder = method.owner().exceptions(codec);
        if (spare == null) {
            coder.encode(failure, to);
            return;
        }
        int length = out.size();
        out.writeInt(0);
        coder.encode(failure, to);
        int end = out.size();
        out.patchInt(length, end - length - Integer.BYTES);
        to.state(null);
        try {
            coder.encode(spare, to);
        } catch (RuntimeException | StackOverflowError | LinkageError e) { // there is no capacity for both, perhaps
            drop(end, to);
        }
    }

    /** Returns the exception for a caller that lacks the classes of some links; null if there are no such classes. */
    private static @Nullable Throwable spare(Throwable failure, RemoteMethod method) {
        Types types = method.owner().types();
        try {
            return ExceptionCopies.described(
                    failure,
                    link -> types.allows(link)
                            && !ClassNames.isOfJdk(link)
                            && !method.signature().declares(link));
        } catch (RuntimeException | StackOverflowError | LinkageError e) { // its fields cannot be reached
            return null;
        }
    }

    private static FailureText logged(Throwable failure, @Nullable RemoteMethod method, @Nullable Throwable reason) {
        String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        String what = (method == null ? "A call" : method.name()) + " threw " + ExceptionDescription.text(failure);
        long silent = LOGGED.next(System.nanoTime());
        if (silent >= 0) {
            log(OneLine.whole("Failure " + id + ": " + what) + Throttle.more(silent), failure);
            if (reason != null) {
                log("Failure " + id + " could not go as itself", reason);
            }
        }
        String why = "";
        if (reason != null) {
            why = " It could not be encoded: " + reason.getMessage();
        } else if (method != null && !(failure instanceof Error)) {
            why = " " + method.owner().types().refusal(failure.getClass()).getMessage();
        }
        String end = why.isEmpty() || what.endsWith(".") ? "" : ".";
        String where = silent >= 0 ? " (logged there as " + id + ")" : " (not logged there: one of many)";
        return FailureText.of(failure).with(id, what + end + why + where);
    }

    private static void log(String message, Throwable failure) {
        try {
            LOG.log(Level.WARNING, message, failure);
        } catch (RuntimeException | StackOverflowError | LinkageError e) { // of a getter that the class overrides
            LOG.log(
                    Level.WARNING,
                    message + " (printing its trace threw " + e.getClass().getName() + ")");
        }
    }

    /** Written last and only if it is there, so that readers that do not know it skip it. It is left out if there is no capacity. */
    private static void writeRetryAfter(Duration time, Out out) {
        int start = out.size();
        try {
            out.writeLongSize(time.toMillis());
        } catch (CodecException e) {
            out.size(start);
        }
    }

    private static CallException inWords(In in) {
        CallException failure = FailureText.read(in).exception();
        long millis = in.remaining() > 0 ? in.readLongSize() : -1;
        return millis < 0 ? failure : failure.withRetryAfter(Duration.ofMillis(Math.min(millis, LONGEST_RETRY_AFTER)));
    }

    private static void words(boolean error, FailureText thrown, Out out) {
        int start = out.size();
        int form = error ? ERROR_IN_WORDS : IN_WORDS;
        try {
            out.writeByte(form);
            thrown.write(out);
        } catch (CodecException e) { // too large for the message: then without frames and chain
            out.size(start);
            out.writeByte(form);
            thrown.shortened().write(out);
        }
    }

    /**
     * Reads the body of a Failure frame. The exception's trace is the peer's, ended by a marker; the stub that waited
     * adds its caller's.
     *
     * @throws CodecException if the bytes are not such a body
     */
    public static Throwable decode(@Nullable RemoteMethod method, int codec, Decoding from) {
        In in = from.in();
        Throwable failure = switch (in.readByte()) {
            case IN_WORDS -> inWords(in);
            case ERROR_IN_WORDS -> inWords(in).withRemoteError();
            case AS_ITSELF -> itself(method, codec, from, false);
            case WITH_SPARE -> itself(method, codec, from, true);
            default -> throw CodecException.malformed("a failure of an unknown form");
        };
        StackFrames.mark(failure, failure.getStackTrace(), method);
        return failure;
    }

    /** Returns class and message of what was thrown, as such a body describes them for callers that lack the class. */
    public static String shown(In body) {
        int form = body.readByte();
        return form == AS_ITSELF || form == WITH_SPARE
                ? body.readText() + ": " + body.readText()
                : ExceptionDescription.text(FailureText.read(body).exception());
    }

    private static Throwable itself(@Nullable RemoteMethod method, int codec, Decoding from, boolean spare) {
        String className = from.in().readText();
        String message = from.in().readText();
        if (method == null) {
            throw CodecException.malformed("an exception as itself in answer to a call of no method");
        }
        try {
            Coder coder = method.owner().exceptions(codec);
            return spare ? itselfOrSpare(coder, from) : itself(coder, from);
        } catch (RuntimeException e) { // of the codec, or of the class's own code
            return new CallException(
                            Code.INTERNAL,
                            method.name() + " threw " + message + ", which cannot be decoded here: " + e.getMessage(),
                            e,
                            className,
                            null)
                    .withOutcome(Outcome.RAN);
        } finally {
            from.state(null); // it may hold on to stubs
        }
    }

    private static Throwable itself(Coder coder, Decoding from) {
        if (coder.decode(from) instanceof Throwable failure && !(failure instanceof Error)) {
            return failure;
        }
        throw CodecException.malformed("a failure that is not an exception");
    }

    private static Throwable itselfOrSpare(Coder coder, Decoding from) {
        In in = from.in();
        int length = in.readInt();
        int end = in.position() + in.remaining();
        if (length < 0 || length > in.remaining()) {
            throw CodecException.malformed("an exception of " + length + " bytes where there are " + in.remaining());
        }
        int spare = in.position() + length;
        try {
            Throwable failure = itself(coder, from);
            in.over(in.array(), end, end);
            return failure;
        } catch (CodecException e) {
            if (spare == end) {
                throw e;
            }
            from.state(null);
            in.over(in.array(), spare, end);
            return itself(coder, from);
        }
    }

    /**
     * Returns what the method's callers can catch: the failure itself if it is unchecked or declared, else an
     * unchecked {@link CallException} around it. If the method declares {@code java.rmi.RemoteException}, a failure of
     * Wherry becomes the exception that RMI would throw, see {@link RmiFailures}.
     */
    public static Throwable asDeclared(Throwable failure, RemoteMethod method) {
        if (method.signature().rmi()) {
            return RmiFailures.asDeclared(failure, method);
        }
        return method.expects(failure)
                ? failure
                : new CallException(
                                Code.INTERNAL,
                                method.name() + " threw " + ExceptionDescription.text(failure)
                                        + ", a checked exception that it does not declare",
                                failure,
                                failure.getClass().getName(),
                                null)
                        .withOutcome(Outcome.RAN);
    }
}
