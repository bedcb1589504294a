package dev.wherry.internal.endpoint;

import static java.util.Collections.newSetFromMap;
import static java.util.Collections.synchronizedSet;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.PeerEnd;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.foreign.ForeignObjects;
import dev.wherry.internal.foreign.ForeignTarget;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.local.LocalObjects;
import dev.wherry.internal.local.LocalTarget;
import dev.wherry.internal.loop.LinkHandler;
import dev.wherry.internal.loop.LoopThread;
import dev.wherry.internal.objects.Address;
import dev.wherry.internal.objects.EndpointObjects;
import dev.wherry.internal.session.Lane;
import dev.wherry.internal.session.NameSearch;
import dev.wherry.internal.session.Retries;
import dev.wherry.internal.session.Route;
import dev.wherry.internal.session.Session;
import dev.wherry.internal.session.SessionPeer;
import dev.wherry.internal.types.Learning;
import dev.wherry.internal.types.TypeKinds;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.OutboundDefinitions;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Link;
import dev.wherry.spi.Protocol;
import dev.wherry.transport.InProcessTransport;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The sessions that this side has opened, one per address. For any thread. */
public final class Connector implements Route.Finder, ConnectionRace.Dialer<Session> {
    /** A peer that was silent for so long may be out of reach, though its connection is open. */
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(2);

    private static final long ANSWER = TimeUnit.SECONDS.toNanos(2);

    private final LinkParts parts;
    private final EndpointOptions options;
    private final Providers providers;
    private final EndpointObjects objects;
    private final @Nullable EndpointHandle handle;
    private final PendingHandshakes pending;
    private final Addresses addresses;
    private final Retries retries = new Retries();
    private final Semaphore searches;
    private final ConcurrentMap<URI, CompletableFuture<Session>> byAddress = new ConcurrentHashMap<>();
    /** The open connections of other protocols, compared by identity. A stub that is released removes its own. */
    private final Set<Protocol.Remote> remotes = synchronizedSet(newSetFromMap(new IdentityHashMap<>()));

    /** Counts the calls over other protocols that have no outcome yet. */
    private final LongAdder foreignCalls = new LongAdder();

    /** @param handle what stubs keep reachable; null if there is no endpoint */
    Connector(LinkParts parts, EndpointObjects objects, @Nullable EndpointHandle handle) {
        this.parts = parts;
        options = parts.options();
        providers = parts.providers();
        this.objects = objects;
        this.handle = handle;
        searches = new Semaphore(options.limits().callsInFlight());
        pending = new PendingHandshakes(options.limits().handshakeTime());
        addresses = new Addresses(providers);
    }

    /** Returns what stubs keep reachable, so that their endpoint is; null if the program has lost it or never had one. */
    private @Nullable Object endpoint() {
        return handle == null ? null : handle.known();
    }

    public Peer connect(String uri) {
        return dial(uri);
    }

    /** Returns the extension's part of the session with an address. */
    public SessionExtension.Part extension(String uri) {
        return dial(uri).extension();
    }

    private SessionPeer dial(String uri) {
        Address address = Address.parse(uri);
        address.withoutName(uri);
        return connect(addresses.checked(address), List.of(), TimeUnit.NANOSECONDS.convert(options.timeout()));
    }

    @Override
    public SessionPeer connect(List<URI> written, Collection<SessionPeer> except, long nanos) {
        LoopThread.leaveLoop(); // it may wait
        long until = System.nanoTime() + nanos;
        if (addresses.areSeveral(written)) {
            byAddress.forEach(this::avoidLeaving);
        }
        List<URI> left = except.isEmpty()
                ? List.of()
                : except.stream().map(this::canonical).toList();
        List<URI> order = addresses.inOrder(written, left, nanos, System.nanoTime());
        return new ConnectionRace<>(order, this, Math.max(1, until - System.nanoTime()))
                .run()
                .peer();
    }

    private URI canonical(SessionPeer peer) {
        return providers.canonical(Objects.requireNonNull(peer.dialed(), "a peer that was connected to"));
    }

    /** A server that has announced its end is tried after others. */
    private void avoidLeaving(URI address, CompletableFuture<Session> known) {
        if (known.isDone()
                && !known.isCompletedExceptionally()
                && known.join().state().isPeerLeaving()) {
            addresses.failed(address, System.nanoTime());
        }
    }

    @Override
    public Retries retries() {
        return retries;
    }

    int foreignCalls() {
        return foreignCalls.intValue();
    }

    @Override
    public Semaphore searches() {
        return searches;
    }

    @Override
    public boolean areSeveral(List<URI> written) {
        return addresses.areSeveral(written);
    }

    @Override
    public CompletableFuture<Session> dial(URI address, long nanos) {
        return opening(providers.canonical(address), address, Math.min(nanos, ANSWER));
    }

    @Override
    public void overtaken(URI address) {
        addresses.failed(providers.canonical(address), System.nanoTime());
    }

    @Override
    public boolean isOpen() {
        return parts.ending().connects();
    }

    public <T> T lookup(String uri, Class<T> type) {
        Address address = Address.parse(uri);
        String name = address.requireName(uri);
        parts.ending().checkConnects();
        if (isByReference(address)) {
            return local(uri, address, type);
        }
        Protocol protocol = providers.protocol(address.scheme());
        if (protocol != null) {
            return foreign(uri, address, type, protocol, options.timeout());
        }
        List<URI> route = addresses.checked(address);
        RemoteInterface asked = objects.interfaces().of(type);
        if (!addresses.areSeveral(route)) {
            CompletableFuture<Session> dialed = dial(route.getFirst(), ANSWER);
            if (!dialed.isDone()) {
                // The look-up needs more. In a new process each part takes many milliseconds.
                Stubs.prepare(asked);
                objects.objectZero().prepareLookup();
            }
            if (dialed.isCompletedExceptionally()) { // by now, and trying again at once would not help
                throw ConnectionRace.failed(route.getFirst(), dialed.exceptionNow());
            }
        }
        long until = System.nanoTime() + TimeUnit.NANOSECONDS.convert(options.timeout());
        return new NameSearch(this, route, until)
                .run(
                        new NameSearch.LookUp<T>() { // faster to load than a lambda is to link
                            @Override
                            public T at(SessionPeer peer, long nanos) {
                                return peer.lookup(name, type, route, nanos);
                            }
                        });
    }

    /** Returns a stub that looks its name up at its first call; at once where there is no connection to wait for. */
    public <T> T lookupLazily(String uri, Class<T> type) {
        Address address = Address.parse(uri);
        String name = address.requireName(uri);
        parts.ending().checkConnects();
        if (isByReference(address)) {
            return local(uri, address, type);
        }
        Protocol protocol = providers.protocol(address.scheme());
        if (protocol != null) {
            return foreign(uri, address, type, protocol, Duration.ZERO);
        }
        List<URI> route = addresses.checked(address); // a mistake in it is found now
        RemoteInterface asked = objects.interfaces().of(type);
        CallTarget target = new Route(this, route, name, asked, endpoint()).target();
        return Stubs.create(target, asked, List.of(), CallOptions.none());
    }

    private static boolean isByReference(Address address) {
        return InProcessTransport.SCHEME.equals(address.scheme())
                && !InProcessTransport.isByCopy(address.endpoints().getFirst());
    }

    private <T> T foreign(String uri, Address address, Class<T> type, Protocol protocol, Duration limit) {
        RemoteInterface asked = objects.interfaces().of(type); // a mistake in it is found before anything is connected
        Plaintext.check("connect to", address.endpoint(), options);
        try {
            URI to = URI.create(Address.with(address.endpoints(), address.name()));
            Protocol.Remote remote =
                    protocol.connect(to, type, limit, parts.handshake().capacity());
            remotes.add(remote);
            LongAdder carried = parts.handshake().counters().carriedBy(address.scheme());
            CallTarget target =
                    new ForeignTarget(remote, remotes, address.name(), uri, endpoint(), carried, foreignCalls);
            return Stubs.create(target, asked, List.of(), CallOptions.none());
        } catch (IOException e) {
            throw ConnectionRace.cannotConnect(uri, e);
        }
    }

    private <T> T local(String uri, Address address, Class<T> type) {
        RemoteInterface asked = objects.interfaces().of(type);
        LocalObjects listening;
        try {
            listening = InProcessTransport.listening(address.endpoint()) instanceof ForeignObjects all
                    ? all.objects()
                    : null;
        } catch (IOException e) {
            throw ConnectionRace.cannotConnect(uri, e);
        }
        if (listening == null) {
            throw new CallException(Code.INVALID_CALL, uri + " is reached by copy only: add ?copy");
        }
        Exported object = listening.find(address.name());
        List<RemoteInterface> served = object.interfaces();
        boolean remote = TypeKinds.isRemote(type) && served.getFirst().rmi();
        if (!remote && served.stream().noneMatch(each -> each.type() == type)) {
            throw new CallException(
                    Code.INVALID_CALL,
                    uri + " is served as "
                            + served.stream()
                                    .map(each -> each.type().toString())
                                    .collect(Collectors.joining(", "))
                            + ", not as " + type
                            + ". By reference it must be that very class, of one class loader; with ?copy its name is"
                            + " enough");
        }
        CallTarget target =
                new LocalTarget(parts.localCalls(), listening, object, address.name(), uri, endpoint()).watched();
        List<RemoteInterface> further = asked.rmi() ? objects.interfaces().own(served) : List.of();
        return Stubs.create(target, asked, further, CallOptions.none());
    }

    /** Returns the session with an address, which is opened if there is none. */
    @SuppressWarnings("ReferenceEquality") // the question is whether this very future was put there
    private CompletableFuture<Session> opening(URI address, URI uri, long nanos) {
        LoopThread.leaveLoop();
        parts.ending().checkConnects();
        CompletableFuture<Session> before = byAddress.get(address);
        if (before != null && !isFit(before, nanos)) {
            byAddress.remove(address, before);
        }
        CompletableFuture<Session> fresh = new CompletableFuture<>();
        CompletableFuture<Session> shared = known(address, fresh);
        if (shared == fresh) {
            // A thread of its own: an interrupt of the caller must not close the channel for all who wait.
            try {
                parts.watcher()
                        .thread("wherry-connect", new Dial(this, address, uri, fresh))
                        .start();
            } catch (OutOfMemoryError e) {
                byAddress.remove(address, fresh);
                fresh.completeExceptionally(e);
            }
        }
        return shared;
    }

    /** Returns the session of an address that is open or being opened; if there is none, {@code fresh}, which is so now. */
    private CompletableFuture<Session> known(URI address, CompletableFuture<Session> fresh) {
        while (true) {
            CompletableFuture<Session> known = byAddress.putIfAbsent(address, fresh);
            if (known == null) {
                return fresh;
            }
            if (!hasEnded(known)) {
                return known;
            }
            byAddress.remove(address, known);
        }
    }

    /** Returns whether a new look-up may use a session. A peer that has been silent for a while is asked whether it is there. */
    private static boolean isFit(CompletableFuture<Session> known, long nanos) {
        if (!known.isDone()) {
            return true;
        }
        if (hasEnded(known)) {
            return false;
        }
        Session session = known.join();
        // A session with nearly as many definitions as it may have is used by its present stubs only.
        return Math.max(session.outbound().count(), session.inbound().count()) < OutboundDefinitions.MOST / 4 * 3
                && (session.unheard(System.nanoTime()) < SILENCE
                        || session.peer().answers(Duration.ofNanos(nanos)));
    }

    private static boolean hasEnded(CompletableFuture<Session> session) {
        return session.isDone()
                && (session.isCompletedExceptionally()
                        || !session.join().state().isUsable());
    }

    /** Opens a session. A class, since a new process loads one faster than it links a lambda. */
    private record Dial(Connector by, URI key, URI address, CompletableFuture<Session> session) implements Runnable {
        @Override
        public void run() {
            try {
                Session opened = by.open(address);
                by.addresses.answered(key);
                session.complete(opened);
                Events.connected(opened.name(), true); // logged while the first call is made
            } catch (IOException | RuntimeException | Error e) {
                by.byAddress.remove(key, session);
                by.addresses.failed(key, System.nanoTime());
                session.completeExceptionally(e);
            }
        }
    }

    private Session open(URI address) throws IOException {
        Plaintext.check("connect to", address, options);
        Link link = providers.transport(address).connect(address, options.timeout());
        try {
            Learning learning = Learning.active();
            if (learning != null) {
                learning.requireLocal(link.peer());
            }
            expect(link);
            Session session = parts.handshake().connect(link, address);
            parts.sessions().add(session);
            retries.opened(session.name());
            if (!pending.met(link)) {
                throw new IOException("it came too late");
            }
            return session;
        } catch (ProtocolException | CodecException e) {
            LinkHandler.close(link);
            throw new IOException("no Wherry endpoint answers there: " + e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            LinkHandler.close(link);
            if (!pending.met(link)) {
                throw new IOException("no Hello came within the limit 'handshakeTime', or this endpoint was closed", e);
            }
            throw e;
        } finally {
            pending.met(link);
        }
    }

    /** Connects to where the main link of a session leads, and introduces the new link as a lane. */
    Lane openLane(Session session, long number) throws IOException {
        Link link = connect(session, options.timeout());
        try {
            expect(link);
            Lane lane = parts.handshake().lane(link, session, number);
            if (!pending.met(link)) {
                lane.shut();
                throw new IOException("it came too late");
            }
            return lane;
        } catch (IOException | RuntimeException | Error e) {
            LinkHandler.close(link);
            throw e;
        } finally {
            pending.met(link);
        }
    }

    /** Opens another link for a session whose link has failed, in the background. */
    void resume(Session session) {
        try {
            parts.watcher()
                    .thread("wherry-resume", new Redial(this, session, session.resumption()))
                    .start();
        } catch (OutOfMemoryError e) {
            session.die(PeerEnd.Reason.CLOSED, "it is broken, and no thread could be started that connects again");
        }
    }

    /** Connects to where the main link of a session has led. */
    Link connect(Session session, Duration limit) throws IOException {
        URI address = Objects.requireNonNull(session.peerAddress(), "a session that was opened here");
        return providers.transport(address).connect(address, Collections.min(List.of(options.timeout(), limit)));
    }

    /** Goes on with a session over a new link. */
    void resume(Session session, Link link) throws IOException {
        try {
            pending.add(link, Redial.ATTEMPT);
            parts.watcher().wake();
            parts.handshake().resume(link, session);
        } catch (IOException | RuntimeException | Error e) {
            LinkHandler.close(link);
            throw e;
        } finally {
            pending.met(link);
        }
    }

    /** Watches a link until its peer has answered our Hello. */
    void expect(Link link) {
        pending.add(link);
        parts.watcher().wake();
    }

    /** Called by the watcher: closes links whose peer has not answered in time. Returns true while there are any. */
    boolean check() {
        return pending.check();
    }

    /** Nothing is connected any more. Called at the end of the endpoint, once its calls have had their time. */
    void stop() {
        pending.close();
    }

    void close() {
        List.copyOf(remotes).forEach(Protocol.Remote::close);
    }

    void gone(Session session) {
        URI address = session.dialed();
        if (address != null && session.state().isPeerLeaving()) {
            addresses.failed(providers.canonical(address), System.nanoTime());
        }
        byAddress
                .values()
                .removeIf(each -> each.isDone() && !each.isCompletedExceptionally() && each.join() == session);
    }
}
