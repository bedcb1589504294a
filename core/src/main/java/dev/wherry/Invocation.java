package dev.wherry;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call as interceptors and foreign protocols see it.
 *
 * @param target the bound name or the id of the object that is called, for messages
 * @param method of the remote interface
 * @param arguments as the method declares them; they must not be changed
 * @param options in force, context entries included
 * @param timeLeft the time until the deadline; null in a call by reference within the JVM
 * @param peer the other end: of its token if the endpoint that serves the call has verified one, else as far as the link knows it
 */
public record Invocation(
        String target,
        Method method,
        List<@Nullable Object> arguments,
        CallOptions options,
        @Nullable Duration timeLeft,
        Identity peer) {
    /** Returns the same call with other options. */
    public Invocation withOptions(CallOptions options) {
        return new Invocation(target, method, arguments, options, timeLeft, peer);
    }
}
