package dev.wherry;

import java.lang.reflect.Method;
import java.util.Map;

/**
 * Decides which peer may call what, before any argument is decoded. Interceptors see the arguments, so they run after
 * decoding; an authorizer protects the decoder too. It is called for every call that an endpoint serves: look-ups (with the
 * target {@code the registry}), tasks ({@code the host of tasks}), exported objects, calls within the JVM. For any
 * thread; it must not block.
 */
@FunctionalInterface
public interface Authorizer {
    /**
     * Returns if the call is allowed. Throws a {@link CallException}, usually of code {@code REFUSED}, to refuse it; the
     * caller gets its message. Any other exception refuses the call as if the method had thrown it.
     */
    void authorize(Request request);

    /**
     * The facts about a call that are known before its arguments are read.
     *
     * @param peer the caller: of its token if the endpoint has verified one, else as far as the link knows it
     * @param target the bound name, or the number of an object that has none
     * @param method of the remote interface
     * @param context entries that the caller sent with the call, without its token
     */
    record Request(Identity peer, String target, Method method, Map<ContextKey<?>, Object> context) {}
}
