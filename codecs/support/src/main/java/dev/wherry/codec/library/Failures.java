package dev.wherry.codec.library;

import dev.wherry.CallException;
import dev.wherry.spi.CodecException;
import java.io.InvalidClassException;
import org.jspecify.annotations.Nullable;

/** Converts all that a library throws into one kind of failure. The library may have wrapped one of Wherry's. */
final class Failures {
    private static final int MOST_CAUSES = 16;

    private Failures() {}

    /** Thrown where a value nests deeper than this stack can hold. It can be read again on a larger one. */
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
                return given; // the calling thread was interrupted
            }
            if (link instanceof InvalidClassException && link.getCause() == null) { // else the cause says more
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

    /** Returns whether an error is among the causes. An error may end any operation half way. */
    static boolean hasError(@Nullable Throwable thrown) {
        @Nullable Throwable link = thrown;
        for (int i = 0; link != null && i < MOST_CAUSES; i++, link = link.getCause()) {
            if (link instanceof Error) {
                return true;
            }
        }
        return link != null; // there may be one behind the causes that were visited
    }

    private static CodecException caused(CodecException failure, Throwable by) {
        failure.initCause(by);
        return failure;
    }
}
