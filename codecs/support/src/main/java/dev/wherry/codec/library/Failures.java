package dev.wherry.codec.library;

import dev.wherry.CallException;
import dev.wherry.spi.CodecException;
import java.io.InvalidClassException;
import org.jspecify.annotations.Nullable;

/** Makes one kind of failure of all that a library throws, in which ours may be wrapped. */
final class Failures {
    private static final int MOST_CAUSES = 16;

    private Failures() {}

    /** Says that a value nests deeper than this stack has room for; it can be read again. */
    @SuppressWarnings("serial") // never leaves this package
    static final class TooDeepHere extends RuntimeException {
        TooDeepHere() {
            super(null, null, false, false);
        }
    }

    static RuntimeException of(Throwable thrown, String doing) {
        @Nullable Throwable link = thrown;
        for (int i = 0; link != null && i < MOST_CAUSES; i++, link = link.getCause()) {
            if (link instanceof TooDeepHere || link instanceof CodecException) {
                return (RuntimeException) link;
            }
            if (link instanceof CallException given && given.code() == CallException.Code.CANCELLED) {
                return given; // the caller's own thread was interrupted: it asks for no reason
            }
            if (link instanceof InvalidClassException
                    && link.getCause() == null) { // else the cause is what it is about
                return caused(CodecException.incompatible(doing + ": " + link.getMessage()), thrown);
            }
            if (link instanceof StackOverflowError) {
                return caused(CodecException.limit("values nested too deep for the stack", "graphDepth"), thrown);
            }
            if (link instanceof OutOfMemoryError) {
                return caused(CodecException.limit("a value that does not fit into memory", "messageBytes"), thrown);
            }
        }
        return caused(CodecException.impossible(doing + ": " + thrown), thrown);
    }

    /** Whether an error is among the causes. It may come at any place, and leave half done what it ends. */
    static boolean hasError(@Nullable Throwable thrown) {
        @Nullable Throwable link = thrown;
        for (int i = 0; link != null && i < MOST_CAUSES; i++, link = link.getCause()) {
            if (link instanceof Error) {
                return true;
            }
        }
        return link != null; // there may be one further on
    }

    private static CodecException caused(CodecException failure, Throwable by) {
        failure.initCause(by);
        return failure;
    }
}
