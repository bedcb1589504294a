package dev.wherry.spi;

import dev.wherry.ContextKey;
import java.lang.reflect.Method;
import java.util.Map;

/**
 * Decides who may call what, before anything that the caller has sent as an argument is read. Interceptors stand around
 * the method and see the arguments, so they run once these have been decoded; an authorizer keeps a peer away from the
 * decoder, too. It is asked for every call that an endpoint serves: look-ups (whose target is {@code the registry}), tasks
 * ({@code the host of tasks}), exported objects, calls within the JVM. For any thread; it must not block.
 */
@FunctionalInterface
public interface Authorizer {
    /**
     * Returns to let the call in. To refuse it, throws a {@link dev.wherry.CallException}, usually of code
     * {@code REFUSED}, whose message the caller gets; anything else that is thrown refuses the call as if the method had
     * thrown it.
     */
    void authorize(Request request);

    /**
     * What is known of a call before its arguments are read.
     *
     * @param peer who calls, as far as the link can tell
     * @param target the bound name, or the number of an object that has none
     * @param method of the remote interface
     * @param context entries that came with the call, as the caller says them
     */
    record Request(Identity peer, String target, Method method, Map<ContextKey<?>, Object> context) {}
}
