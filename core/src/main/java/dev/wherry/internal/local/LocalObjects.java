package dev.wherry.internal.local;

import dev.wherry.CallOptions;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.Exported;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The objects that an endpoint serves by name, for callers in the same JVM without a session. */
public interface LocalObjects {
    boolean isOpen();

    List<String> names();

    /** @throws dev.wherry.CallException NOT_FOUND naming what is bound */
    Exported find(String name);

    /** Returns the object that is bound now under the name of another one, with at least its interfaces; null if none is. */
    @Nullable
    Exported successor(Exported gone);

    /** Returns whether this endpoint has no authorizers and no interceptors for served calls. */
    boolean servesPlainly();

    /** Calls the target's {@link LocalTarget#refresh} whenever something has ended, as long as the target is in use. */
    void watch(LocalTarget target);

    /** Finds out for whom a call is made, by what was sent with it. Throws what refuses its token. */
    void identify(InboundCall call);

    /**
     * Runs a method if this endpoint's authorizers allow the call, with its interceptors around the method.
     *
     * @param arguments asked once the call is allowed
     */
    @Nullable
    Object serve(InboundCall call, RemoteMethod method, Object target, Supplier<@Nullable Object[]> arguments)
            throws Throwable;

    /** Runs a call on another thread. Waits while as many run there as the limit {@code callsInFlight} allows. */
    void run(LocalRun call, long object, CallOptions options);

    /** Returns the calls that this endpoint has made and that run on other threads. They end with this endpoint, too. */
    Set<LocalRun> made();
}
