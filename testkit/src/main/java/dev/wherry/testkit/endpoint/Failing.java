package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import java.util.concurrent.Callable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Calls that must fail. */
final class Failing {
    private Failing() {}

    /** Runs what must fail with a {@link CallException} of this code, and gives it back. */
    static CallException withCode(CallException.Code code, ThrowingCallable call) {
        @Nullable Throwable thrown = thrownBy(call);
        if (!(thrown instanceof CallException failure)) {
            throw new AssertionError("Not a CallException with code " + code + ": " + thrown, thrown);
        }
        assertThat(failure.code()).as(failure.toString()).isEqualTo(code);
        return failure;
    }

    /** What {@code call} throws; null if nothing. */
    static @Nullable Throwable thrownBy(ThrowingCallable call) {
        try {
            call.call();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    /** The result of what throws nothing that matters here. */
    static <T extends @Nullable Object> T unchecked(Callable<T> call) {
        try {
            return call.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
