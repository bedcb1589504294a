package dev.wherry.spi;

import dev.wherry.CallOptions;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call as interceptors and foreign protocols see it.
 *
 * @param target what is called: the bound name or the object's id, for messages
 * @param method of the remote interface
 * @param arguments as the method declares them; not to be changed
 * @param options in force, context entries included
 * @param timeLeft until the deadline; {@code null} in a call by reference within the JVM
 * @param peer who is at the other end
 */
public record Invocation(
        String target,
        Method method,
        List<@Nullable Object> arguments,
        CallOptions options,
        @Nullable Duration timeLeft,
        Identity peer) {
    public Invocation withOptions(CallOptions options) {
        return new Invocation(target, method, arguments, options, timeLeft, peer);
    }
}
