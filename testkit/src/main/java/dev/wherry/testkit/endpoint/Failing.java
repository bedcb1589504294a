package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import java.util.concurrent.Callable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Runs calls that must fail. */
final class Failing {
    private Failing() {}

    /** Runs a call that must fail with a {@link CallException} of this code. Returns the exception. */
    static CallException withCode(CallException.Code code, ThrowingCallable call) {
        @Nullable Throwable thrown = thrownBy(call);
        if (!(thrown instanceof CallException failure)) {
            throw new AssertionError("Not a CallException with code " + code + ": " + thrown, thrown);
        }
        assertThat(failure.code()).as(failure.toString()).isEqualTo(code);
        return failure;
    }

    /** Returns what a call throws, or null. */
    static @Nullable Throwable thrownBy(ThrowingCallable call) {
        try {
            call.call();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    /** Returns the result of code whose checked exceptions do not occur. */
    static <T extends @Nullable Object> T unchecked(Callable<T> call) {
        try {
            return call.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
