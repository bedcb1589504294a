package dev.wherry.codec.compact;

import dev.wherry.CallException;
import dev.wherry.spi.CodecException;
import org.jspecify.annotations.Nullable;

/** Adds the path to a value that could not be coded, and turns all that may be thrown there into a CodecException. */
final class ErrorPath {
    /** The length of a path after which no steps are added. Each step costs an exception. */
    private static final int LONGEST = 300;

    private ErrorPath() {}

    static CodecException step(CodecException failure, String step) {
        return failure.path().length() > LONGEST ? failure : failure.at(step);
    }

    /** Converts an exception of a value's own code, such as an accessor, a constructor, or hashCode. */
    static CodecException thrown(Throwable thrown, String doing) {
        if (thrown instanceof CodecException failure) {
            return failure;
        }
        if (thrown instanceof CallException given && given.code() == CallException.Code.CANCELLED) {
            throw given; // the calling thread was interrupted
        }
        CodecException failure = thrown instanceof StackOverflowError
                ? CodecException.limit(doing + " went too deep for the stack", "graphDepth")
                : CodecException.impossible(doing + " failed: " + thrown);
        failure.initCause(thrown);
        return failure;
    }

    /** Converts an exception as {@link #thrown} does. An Error is thrown as it is. */
    static CodecException failure(Throwable thrown, String doing) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown(thrown, doing);
    }

    /** The same as {@link #step} for generated code, by the index of the member that was being coded. */
    static CodecException member(CodecException failure, @Nullable String[] names, int index) {
        return index < 0 || index >= names.length ? failure : step(failure, "." + names[index]);
    }
}
