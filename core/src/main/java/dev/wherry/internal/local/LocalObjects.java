package dev.wherry.internal.local;

import dev.wherry.CallOptions;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.Exported;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an endpoint serves by name, for whoever calls it without a session. */
public interface LocalObjects {
    boolean isOpen();

    List<String> names();

    /** @throws dev.wherry.CallException NOT_FOUND naming what is bound */
    Exported find(String name);

    /** What the name of an object leads to instead, as at least the same interfaces; null if there is no such object. */
    @Nullable
    Exported successor(Exported gone);

    /** Whether nothing of this side stands around a method. */
    boolean servesPlainly();

    /** Has the target look at what has ended whenever something has, for as long as it is in use. */
    void watch(LocalTarget target);

    /** Runs a method if this side's authorizers let the call in, with its interceptors around the method. */
    @Nullable
    Object serve(InboundCall call, RemoteMethod method, Object target, @Nullable Object[] arguments) throws Throwable;

    /** Runs a call on another thread, once fewer than the limit {@code callsInFlight} are under way there. */
    void run(LocalRun call, long object, CallOptions options);

    /** The calls that run on other threads and were made from here. They end with this endpoint, too. */
    Set<LocalRun> made();
}
