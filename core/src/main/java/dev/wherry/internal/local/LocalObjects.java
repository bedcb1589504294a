package dev.wherry.internal.local;

import dev.wherry.CallOptions;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.Exported;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The named objects of an endpoint, for callers that have no session. */
public interface LocalObjects {
    boolean isOpen();

    List<String> names();

    /** @throws dev.wherry.CallException NOT_FOUND naming what is bound */
    Exported find(String name);

    /**
     * Returns the object that has replaced another one under its name, served as at least the same interfaces; null
     * if there is none.
     */
    @Nullable
    Exported successor(Exported gone);

    /** Returns whether this side has neither authorizers nor interceptors. */
    boolean servesPlainly();

    /** Calls the target whenever something has ended, for as long as it is in use. */
    void watch(LocalTarget target);

    /** Runs a method if this side's authorizers allow the call, with its interceptors around the method. */
    @Nullable
    Object serve(InboundCall call, RemoteMethod method, Object target, @Nullable Object[] arguments) throws Throwable;

    /** Runs a call on another thread, once fewer than the limit {@code callsInFlight} are under way there. */
    void run(LocalRun call, long object, CallOptions options);

    /** The calls that run on other threads and were made from here. They end with this endpoint, too. */
    Set<LocalRun> made();
}
