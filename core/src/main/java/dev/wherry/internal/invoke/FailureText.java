package dev.wherry.internal.invoke;

import static dev.wherry.codec.ExceptionDescription.MOST;
import static dev.wherry.codec.ExceptionDescription.MOST_CAUSES;
import static dev.wherry.codec.ExceptionDescription.MOST_SUPPRESSED;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.codec.ExceptionDescription;
import dev.wherry.codec.StackTraces;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An exception as text, for a side that may not or cannot have it as itself. Its bytes:
 *
 * <pre>
 * code        byte, the place in {@link Code}
 * outcome     byte, the place in {@link Outcome}
 * id          text or null: under which the sender has logged it
 * class       text or null: of what was thrown; null for a failure of Wherry's own
 * message     text or null
 * frames      see {@link StackTraces}
 * cause       1 and the same again, or 0
 * suppressed  number, at most 16; of each the same again
 * </pre>
 *
 * The limits of a chain are those of {@link ExceptionDescription}. The sender leaves out what exceeds them, and any exception
 * that it has met before; the receiver refuses it. The last cause that is sent of a longer chain is the root cause.
 */
record FailureText(
        Code code,
        Outcome outcome,
        @Nullable String id,
        @Nullable String className,
        @Nullable String message,
        List<StackTraceElement> frames,
        @Nullable FailureText cause,
        List<FailureText> suppressed) {
    private static final int LONGEST_NAME = 1 << 12;
    private static final int LONGEST_MESSAGE = 1 << 15;
    private static final int SHORT_TEXT = 128;
    private static final int LEAST_BYTES = 8;
    private static final Code[] CODES = Code.values();
    private static final Outcome[] OUTCOMES = Outcome.values();

    /** Returns the text of an exception with its frames and its chain. */
    static FailureText of(Throwable exception) {
        return of(exception, MOST_CAUSES, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static FailureText of(Throwable exception, int depth, Set<Throwable> met) {
        met.add(exception);
        try {
            Throwable cause = depth == 1 ? ExceptionDescription.rootCause(exception) : exception.getCause();
            FailureText below = cause != null && isNext(cause, depth, met) ? of(cause, depth - 1, met) : null;
            List<FailureText> suppressed = new ArrayList<>();
            for (Throwable one : exception.getSuppressed()) {
                if (suppressed.size() < MOST_SUPPRESSED && isNext(one, depth, met)) {
                    suppressed.add(of(one, depth - 1, met));
                }
            }
            StackTraceElement[] frames = exception.getStackTrace();
            int most = Math.min(StackFrames.served(frames), StackTraces.MOST);
            return bare(exception).with(List.of(frames).subList(0, most), below, suppressed);
        } catch (RuntimeException | StackOverflowError | LinkageError e) { // of a getter that the class overrides
            return bare(exception);
        }
    }

    private static boolean isNext(Throwable exception, int depth, Set<Throwable> met) {
        return depth > 0 && met.size() < MOST && !met.contains(exception);
    }

    /** Returns the text of an exception without its frames and its chain. */
    static FailureText bare(Throwable exception) {
        return exception instanceof CallException ours
                ? own(ours.code(), ours.outcome(), ours.id(), ours.remoteClass(), ours.getMessage())
                : own(
                        Code.INTERNAL,
                        Outcome.UNKNOWN,
                        null,
                        exception.getClass().getName(),
                        ExceptionDescription.text(exception));
    }

    private static FailureText own(
            Code code, Outcome outcome, @Nullable String id, @Nullable String className, @Nullable String message) {
        return new FailureText(
                code,
                outcome,
                cut(id, LONGEST_NAME),
                cut(className, LONGEST_NAME),
                cut(message, LONGEST_MESSAGE),
                List.of(),
                null,
                List.of());
    }

    private static @Nullable String cut(@Nullable String text, int most) {
        return text == null || text.length() <= most ? text : text.substring(0, most - 3) + "...";
    }

    FailureText with(List<StackTraceElement> frames, @Nullable FailureText cause, List<FailureText> suppressed) {
        return new FailureText(code, outcome, id, className, message, frames, cause, suppressed);
    }

    FailureText with(Outcome outcome) {
        return new FailureText(code, outcome, id, className, message, frames, cause, suppressed);
    }

    FailureText with(String id, String message) {
        return new FailureText(code, outcome, id, className, cut(message, LONGEST_MESSAGE), frames, cause, suppressed);
    }

    /** Returns this with short texts, no frames and no chain, some 500 bytes, for a message that has no capacity for more. */
    FailureText shortened() {
        return new FailureText(
                code, outcome, id, cut(className, SHORT_TEXT), cut(message, SHORT_TEXT), List.of(), null, List.of());
    }

    @SuppressWarnings("EnumOrdinal") // the order of codes and outcomes is the wire's
    void write(Out out) {
        out.writeByte(code.ordinal());
        out.writeByte(outcome.ordinal());
        out.writeText(id);
        out.writeText(className);
        out.writeText(message);
        StackTraces.write(frames, out);
        out.writeBoolean(cause != null);
        if (cause != null) {
            cause.write(out);
        }
        out.writeSize(suppressed.size());
        suppressed.forEach(one -> one.write(out));
    }

    /** @throws CodecException if the bytes are not a failure, or exceed a limit */
    static FailureText read(In in) {
        return read(in, MOST_CAUSES, new AtomicInteger(MOST));
    }

    private static FailureText read(In in, int depth, AtomicInteger left) {
        if (depth < 0 || left.getAndDecrement() == 0) {
            throw CodecException.malformed(
                    "a failure with a chain of more than " + MOST_CAUSES + " causes or " + MOST + " exceptions");
        }
        int code = in.readByte();
        if (code >= CODES.length) {
            throw CodecException.malformed("a failure code of " + code);
        }
        int outcome = in.readByte();
        if (outcome >= OUTCOMES.length) {
            throw CodecException.malformed("a failure with an outcome of " + outcome);
        }
        String id = optional(in, LONGEST_NAME);
        String className = optional(in, LONGEST_NAME);
        String message = optional(in, LONGEST_MESSAGE);
        StackTraceElement[] frames = StackTraces.read(in);
        FailureText cause = in.readBoolean() ? read(in, depth - 1, left) : null;
        FailureText[] suppressed = new FailureText[suppressed(in)];
        for (int i = 0; i < suppressed.length; i++) {
            suppressed[i] = read(in, depth - 1, left);
        }
        return new FailureText(
                CODES[code],
                OUTCOMES[outcome],
                id,
                className,
                message,
                Arrays.asList(frames),
                cause,
                Arrays.asList(suppressed));
    }

    private static int suppressed(In in) {
        int count = in.readCount(LEAST_BYTES);
        if (count > MOST_SUPPRESSED) {
            throw CodecException.malformed("a failure with " + count + " suppressed exceptions");
        }
        return count;
    }

    private static @Nullable String optional(In in, int most) {
        String text = in.readText();
        if (text != null && text.length() > most) {
            throw CodecException.malformed("a text of " + text.length() + " characters in a failure");
        }
        return text;
    }

    /** Returns the exception that a caller gets instead. */
    CallException exception() {
        CallException exception = new CallException(
                        code,
                        message == null ? code.toString() : message,
                        cause == null ? null : cause.exception(),
                        className,
                        id)
                .withOutcome(outcome);
        exception.setStackTrace(frames.toArray(StackTraceElement[]::new));
        suppressed.forEach(one -> exception.addSuppressed(one.exception()));
        return exception;
    }
}
