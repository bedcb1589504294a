package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Identity;
import dev.wherry.PeerEnd;
import dev.wherry.internal.extension.ExtendedPeer;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.loop.LoopThread;
import dev.wherry.internal.objects.Address;
import dev.wherry.internal.objects.EndpointObjects;
import dev.wherry.internal.objects.Inspection;
import dev.wherry.internal.objects.Registry;
import dev.wherry.internal.objects.RemoteInterfaces;
import dev.wherry.internal.types.Seconds;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ImportTable;
import dev.wherry.internal.wire.SessionState;
import dev.wherry.statistics.BoundObject;
import dev.wherry.statistics.CallTrace;
import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.statistics.HeldObject;
import dev.wherry.statistics.InterfaceDescription;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A session as its user sees it: the other end. */
public final class SessionPeer implements ExtendedPeer {
    /** Creates the targets of bound names, which outlive their session. */
    interface Routes {
        /**
         * @param endpoint what the target keeps reachable
         * @param found the object in the present session
         */
        CallTarget target(
                List<URI> addresses,
                String name,
                RemoteInterface type,
                @Nullable Object endpoint,
                RemoteReference found);

        /** Returns what is known of calls that are made more than once. */
        Retries retries();
    }

    /** The session behind a peer. */
    interface Connection {
        /** Returns the object that stubs keep reachable; null if the program has lost it or never had one. */
        @Nullable
        Object handle();

        /** Returns the extension's part of the session. */
        SessionExtension.Part part();

        /** Returns the address that was connected to; null if the peer has connected. */
        @Nullable
        URI dialed();

        /** Returns what creates the targets of stubs that connect to the address again. */
        Routes finder();

        /** Ends the session in order: no new calls, and time for those under way. */
        void close();
    }

    private static final AtomicLong NUMBERS = new AtomicLong();

    private final SessionState state;
    private final MainLink main;
    private final OutgoingCalls calls;
    private final References references;
    private final EndpointObjects objects;
    private final Duration timeout;
    private final Connection session;
    private final ConcurrentMap<Long, CompletableFuture<@Nullable Void>> pings = new ConcurrentHashMap<>();
    private final AtomicLong nextPing = new AtomicLong();
    private final EndListeners endListeners;
    private final long number = NUMBERS.incrementAndGet();
    private final long connected = System.nanoTime();
    private volatile @Nullable Stages traced;
    /** The id of its ledger, once a name was looked up; null if it has none. */
    private volatile @Nullable String ledger;

    /** The object of each name when it was looked up last, for messages. */
    private final ConcurrentMap<String, Long> names = new ConcurrentHashMap<>();

    SessionPeer(
            SessionState state,
            MainLink main,
            OutgoingCalls calls,
            References references,
            EndpointObjects objects,
            Duration timeout,
            Connection session) {
        this.state = state;
        this.main = main;
        this.calls = calls;
        this.references = references;
        this.objects = objects;
        this.timeout = timeout;
        this.session = session;
        endListeners = new EndListeners(state.peer());
    }

    /** Returns its number among the sessions of this process, for tools. */
    public long number() {
        return number;
    }

    /** Returns when the session began, in nanoseconds. */
    public long connected() {
        return connected;
    }

    /** @param endpoint the object that the reference keeps reachable */
    RemoteReference reference(
            long object,
            Id128 identity,
            int relays,
            ImportTable.@Nullable Arrivals arrivals,
            @Nullable Object endpoint) {
        return new RemoteReference(calls, references, this, object, identity, relays, arrivals, endpoint);
    }

    /** Returns an object that the peer serves in every session. */
    RemoteReference reference(long object) {
        return reference(object, Id128.NONE, 0, null, null);
    }

    private Inspection inspection() {
        return objects.objectZero().inspectionAt(reference(Registry.OBJECT));
    }

    /** Returns an object of the peer, in messages: the address by which it was looked up if there is one. */
    String describe(long object) {
        for (Map.Entry<String, Long> each : names.entrySet()) {
            if (each.getValue() == object) {
                URI dialed = session.dialed();
                return dialed == null
                        ? "'" + each.getKey() + "' of " + state.peer()
                        : Address.with(dialed, each.getKey());
            }
        }
        return (object == SessionExtension.OBJECT ? "the tasks" : "object " + object) + " of " + state.peer();
    }

    @Override
    public <T> T lookup(String name, Class<T> type) {
        URI dialed = session.dialed();
        return lookup(name, type, dialed == null ? List.of() : List.of(dialed), CallOptions.none());
    }

    /**
     * @param addresses at which the name is looked up again after this session
     * @param nanos that this may take
     */
    public <T> T lookup(String name, Class<T> type, List<URI> addresses, long nanos) {
        return lookup(name, type, addresses, CallOptions.ofTimeout(Duration.ofNanos(nanos)));
    }

    private <T> T lookup(String name, Class<T> asked, List<URI> addresses, CallOptions options) {
        RemoteInterface type = objects.interfaces().of(asked);
        Registry.Located located = locate(name, type, options);
        RemoteReference reference = reference(located, session.handle());
        CallTarget target = addresses.isEmpty()
                ? reference
                : session.finder().target(addresses, name, type, session.handle(), reference);
        return Stubs.create(target, type, further(type, located.interfaces()), CallOptions.none());
    }

    /**
     * Returns what the peer has bound under a name.
     *
     * @param nanos that this may take
     * @param endpoint what the reference keeps reachable
     */
    RemoteReference locate(String name, RemoteInterface type, long nanos, @Nullable Object endpoint) {
        return reference(locate(name, type, CallOptions.ofTimeout(Duration.ofNanos(nanos))), endpoint);
    }

    private Registry.Located locate(String name, RemoteInterface type, CallOptions options) {
        CallOptions asking =
                options.toBuilder().onAnswer(Registry.LEDGER, this::ledger).build();
        Registry.Located located = objects.objectZero()
                .registryAt(reference(Registry.OBJECT), asking)
                .locate(name, type.type().getName());
        names.put(name, located.object());
        return located;
    }

    private void ledger(String id) {
        ledger = id;
    }

    /** Returns the id of the ledger in which the peer records calls of a name that was looked up; null if it has none. */
    @Nullable
    String ledger() {
        return ledger;
    }

    private RemoteReference reference(Registry.Located located, @Nullable Object endpoint) {
        return reference(located.object(), new Id128(located.high(), located.low()), 0, null, endpoint);
    }

    /** Returns the other interfaces of a stub, as in RMI, if the interface that was asked for extends Remote. */
    private List<RemoteInterface> further(RemoteInterface asked, @Nullable List<String> served) {
        if (served == null || !asked.rmi()) {
            return List.of();
        }
        RemoteInterfaces interfaces = objects.interfaces();
        return served.stream()
                .limit(References.MOST_INTERFACES)
                .filter(name -> name != null && !name.equals(asked.toString()))
                .map(name -> interfaces.find(name, asked.types()))
                .filter(found -> found != null && found.rmi())
                .toList();
    }

    Retries retries() {
        return session.finder().retries();
    }

    /** Returns the address that was connected to; null if the peer has connected. */
    public @Nullable URI dialed() {
        return session.dialed();
    }

    @Override
    public List<BoundObject> bound() {
        return inspection().bound();
    }

    @Override
    public InterfaceDescription describe(String name) {
        return inspection().describe(name);
    }

    @Override
    public EndpointStatistics statistics() {
        return inspection().statistics();
    }

    @Override
    public List<HeldObject> heldObjects() {
        return inspection().heldObjects();
    }

    @Override
    public <T> CallTrace explain(T stub, Consumer<? super T> call) {
        long number = ThreadLocalRandom.current().nextLong();
        traced = null;
        call.accept(Stubs.with(
                stub, CallOptions.builder().context(Stages.KEY, number).build()));
        Stages made = traced;
        if (made == null || made.number() != number) {
            throw new IllegalArgumentException("Explain needs one call to " + state.peer()
                    + " whose caller waits for its outcome; no such call was made on the stub that was given");
        }
        return made.trace(inspection().trace(number));
    }

    /** Records the times of a call of this side that has asked for them. */
    void traced(Stages stages) {
        traced = stages;
    }

    @Override
    public SessionExtension.Part extension() {
        return session.part();
    }

    @Override
    public Duration ping() {
        return ping(timeout);
    }

    /** Whether it answers a ping in time. */
    public boolean answers(Duration limit) {
        try {
            ping(limit);
            return true;
        } catch (CallException e) {
            if (e.code() == Code.CANCELLED) {
                throw e;
            }
            return false;
        }
    }

    private Duration ping(Duration limit) {
        LoopThread.leaveLoop();
        state.checkOpen();
        long id = nextPing.incrementAndGet();
        CompletableFuture<@Nullable Void> pong = new CompletableFuture<>();
        pings.put(id, pong);
        long start = System.nanoTime();
        main.send(Frame.PING, 0, id);
        if (state.hasEnded()) {
            endPings();
        }
        try {
            pong.get(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS);
            return Duration.ofNanos(System.nanoTime() - start);
        } catch (TimeoutException e) {
            throw new CallException(
                    Code.DEADLINE_EXCEEDED, state.peer() + " did not answer a ping within " + Seconds.text(limit), e);
        } catch (InterruptedException e) {
            throw state.cancelled(CallException.Outcome.UNKNOWN);
        } catch (ExecutionException e) {
            throw new CallException(
                    Code.UNAVAILABLE, "The connection to " + state.peer() + " has ended; look it up again", e);
        } finally {
            pings.remove(id);
        }
    }

    /** Completes a ping. An answer that nobody waits for is dropped. Called by main's reader. */
    void pong(long id) {
        CompletableFuture<@Nullable Void> waiting = pings.get(id);
        if (waiting != null) {
            waiting.complete(null);
        }
    }

    void endPings() {
        pings.values().forEach(each -> each.completeExceptionally(state.lost()));
    }

    @Override
    public Registration onEnd(Consumer<? super PeerEnd> listener) {
        return endListeners.add(listener);
    }

    /** Called after the end of the session. */
    void notifyListeners() {
        endListeners.end(Objects.requireNonNull(state.end()));
    }

    @Override
    public Identity identity() {
        return main.link().peer();
    }

    @Override
    public boolean isOpen() {
        return state.isOpen();
    }

    @Override
    public void close() {
        session.close();
    }

    @Override
    public String toString() {
        return "peer " + state.peer();
    }
}
