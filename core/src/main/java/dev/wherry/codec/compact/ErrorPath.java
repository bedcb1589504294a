package dev.wherry.codec.compact;

import dev.wherry.CallException;
import dev.wherry.spi.CodecException;
import org.jspecify.annotations.Nullable;

/** Keeps the way to a value that could not be coded, and makes one kind of failure of all that can go wrong there. */
final class ErrorPath {
    /** A longer path says no more; and each step costs an exception. */
    private static final int LONGEST = 300;

    private ErrorPath() {}

    static CodecException step(CodecException failure, String step) {
        return failure.path().length() > LONGEST ? failure : failure.at(step);
    }

    /** What the code of a value's own class threw: an accessor, a constructor, hashCode. */
    static CodecException thrown(Throwable thrown, String doing) {
        if (thrown instanceof CodecException failure) {
            return failure;
        }
        if (thrown instanceof CallException given && given.code() == CallException.Code.CANCELLED) {
            throw given; // the caller's own thread was interrupted: it asks for no reason
        }
        CodecException failure = thrown instanceof StackOverflowError
                ? CodecException.limit(doing + " went too deep for the stack", "graphDepth")
                : CodecException.impossible(doing + " failed: " + thrown);
        failure.initCause(thrown);
        return failure;
    }

    /** {@link #step}, for generated code: the member that was being coded. */
    static CodecException member(CodecException failure, @Nullable String[] names, int index) {
        return index < 0 || index >= names.length ? failure : step(failure, "." + names[index]);
    }
}
