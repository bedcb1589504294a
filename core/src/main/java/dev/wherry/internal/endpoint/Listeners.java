package dev.wherry.internal.endpoint;

import static dev.wherry.internal.events.Log.LOG;
import static java.util.stream.Collectors.toSet;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Limits;
import dev.wherry.internal.foreign.ForeignObjects;
import dev.wherry.internal.loop.CallThreads;
import dev.wherry.internal.loop.LinkHandler;
import dev.wherry.internal.loop.ServingThread;
import dev.wherry.internal.objects.Address;
import dev.wherry.internal.session.Session;
import dev.wherry.internal.statistics.Tallies;
import dev.wherry.internal.types.Learning;
import dev.wherry.internal.wire.AdmissionLimit;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.Preamble;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.Source;
import dev.wherry.spi.Link;
import dev.wherry.spi.LinkAcceptor;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Protocol;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The addresses that an endpoint listens at, and the links whose peer has not said Hello yet. */
public final class Listeners implements HandshakeQueue.Starter {
    /** The first byte of a link with TLS. */
    private static final int TLS = 0x16;

    private final LinkParts parts;
    private final CallThreads threads;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    /** The calls of other protocols, at each address. */
    private final List<AdmissionLimit> foreignCalls = new CopyOnWriteArrayList<>();

    private final PendingHandshakes coming;
    private final HandshakeQueue queue;
    private final AcceptedLinks links;
    /** Counts links within others, which are counted in {@link #links}. */
    private final AcceptedLinks inner;

    private final Set<LinkAcceptor> serving = ConcurrentHashMap.newKeySet();

    Listeners(LinkParts parts, CallThreads threads) {
        this.parts = parts;
        this.threads = threads;
        Limits limits = parts.options().limits();
        coming = new PendingHandshakes(limits.handshakeTime());
        queue = new HandshakeQueue(limits.handshakes(), this);
        links = new AcceptedLinks(limits);
        inner = new AcceptedLinks(limits);
    }

    /** Listens at one more address. */
    public synchronized URI open(String uri) {
        parts.ending().checkOpen();
        Address parsed = Address.parse(uri);
        URI address = parsed.endpoint();
        Learning learning = Learning.active();
        if (learning != null) {
            learning.requireLocal(address);
        }
        Plaintext.check("listen at", address, parts.options());
        EndRehearsal.run(parts.sessions(), parts.options().codecs());
        try {
            Protocol foreign = parts.providers().protocol(address.getScheme());
            if (foreign == null && !parsed.name().isEmpty()) {
                throw new IllegalArgumentException("'" + uri + "' names an object, '" + parsed.name() + "': listen at "
                        + address + ", and bind objects under their names");
            }
            ForeignObjects served = served(link -> accept(link, links, address.getScheme()));
            Listener listener = foreign != null
                    ? foreign.listen(URI.create(Address.with(address, parsed.name())), served)
                    : parts.providers().transport(address).listen(address, served);
            listeners.add(listener);
            for (String name : parts.localCalls().names()) {
                bound(parts.localCalls().find(name).interfaces().getFirst().type());
            }
            return listener.address();
        } catch (IOException e) {
            throw new CallException(Code.UNAVAILABLE, "Cannot listen at " + uri + ": " + e.getMessage(), e);
        }
    }

    /** Returns what is bound, for one connection or listener of another protocol. */
    private ForeignObjects served(Consumer<Link> within) {
        InboundCapacity inbound = parts.handshake().capacity();
        AdmissionLimit inFlight = new AdmissionLimit(parts.options().limits(), inbound);
        foreignCalls.add(inFlight);
        Tallies tallies = parts.handshake().counters().tallies();
        return new ForeignObjects(parts.localCalls(), inFlight, threads.starts(() -> {}), within, inbound, tallies);
    }

    /** Returns how many calls of other protocols are accepted and not done. */
    int foreignCalls() {
        return foreignCalls.stream().mapToInt(AdmissionLimit::calls).sum();
    }

    public List<URI> addresses() {
        return listeners.stream().map(Listener::address).toList();
    }

    /** Has the other protocols at these addresses report which methods of an interface they cannot call. */
    void bound(Class<?> type) {
        bindingsChanged();
        parts.providers().bound(type, addresses().stream().map(URI::getScheme).collect(toSet()));
    }

    /** Notifies the listeners of protocols that announce each name. */
    void bindingsChanged() {
        listeners.forEach(Listener::bindingsChanged);
    }

    /**
     * Takes a link from the thread of a listener, without blocking it.
     *
     * @param scheme of the listener; empty for a link within another, which speaks the native protocol
     */
    private void accept(Link link, AcceptedLinks counted, String scheme) {
        if (parts.ending().isOpen()) {
            queue.add(new AcceptedLink(link, counted, scheme));
        } else {
            LinkHandler.close(link);
        }
    }

    @Override
    public void start(AcceptedLink link) {
        boolean started = false;
        try {
            coming.add(link);
            parts.watcher().wake();
            new ServingThread(() -> greet(link), "wherry-lane", parts.watcher()).start();
            started = true;
        } catch (OutOfMemoryError e) {
            LOG.log(Level.WARNING, "A connection of " + link.peer() + " was dropped: no thread can be had for it", e);
        } finally {
            if (!started) {
                drop(link);
            }
        }
    }

    private void greet(AcceptedLink link) {
        try {
            Handshake handshake = parts.handshake();
            handshake.accept(
                    link, (all, first) -> openOther(link, all, first), hello -> greeted(link, hello.lane() == 0));
        } catch (RuntimeException | Error e) {
            LinkHandler.close(link);
            LOG.log(Level.ERROR, "A connection of " + link.peer() + " ends: it failed unexpectedly", e);
        } finally {
            leave(link);
        }
    }

    /** Returns the link within one of another protocol; null if that protocol serves it. */
    private @Nullable Link openOther(AcceptedLink accepted, Link link, int firstByte) throws IOException {
        LinkAcceptor acceptor = parts.providers().acceptor(firstByte, accepted.scheme());
        if (acceptor == null) {
            throw firstByte == TLS
                    ? new ProtocolException(
                            GoAway.Reason.REFUSED,
                            "It begins with TLS, and this endpoint has no certificate: set the option Tls (wherry-tls)")
                    : Preamble.unknown();
        }
        Link within = acceptor.open(link);
        if (within == null) {
            greeted(accepted, true);
            serving.add(acceptor);
            acceptor.serve(link, served(found -> accept(found, inner, "")));
        }
        return within;
    }

    private void drop(AcceptedLink link) {
        LinkHandler.close(link);
        leave(link);
    }

    private void leave(AcceptedLink link) {
        coming.met(link);
        queue.left(link);
    }

    /**
     * Checks the limits once the Hello is read: only now the peer can read a refusal. Called by the thread of the link.
     *
     * @param first whether the link is the first one of a session, or is served by another protocol
     */
    private void greeted(AcceptedLink link, boolean first) throws IOException {
        if (!coming.met(link)) {
            throw new IOException("it came too late");
        }
        queue.left(link);
        String over = link.enter();
        while (over != null && first && endIdleSession(link.source())) {
            over = link.enter();
        }
        if (over != null) {
            throw ProtocolException.limit(over);
        }
    }

    /** Ends an idle session to free the place of its connection. Returns false if there is none. */
    private boolean endIdleSession(Source newcomer) {
        Session idle = mostIdle(links.isFull(newcomer) ? newcomer : null);
        if (idle != null) {
            idle.giveWay();
        }
        return idle != null;
    }

    /** Returns the session that is idle for longest, of one source; null: of the source with the most connections. */
    private @Nullable Session mostIdle(@Nullable Source only) {
        long now = System.nanoTime();
        return parts.sessions().accepted().stream()
                .filter(session -> only == null || only.equals(session.source()))
                .filter(session -> session.isIdle(now))
                .max(Comparator.comparingInt((Session session) -> links.of(session.source()))
                        .thenComparingLong(session -> session.silence(now)))
                .orElse(null);
    }

    /** Called by the watcher: closes links whose peer has not said Hello in time. Returns true while there are any. */
    boolean check() {
        coming.giveWay(queue, System.nanoTime());
        return coming.check();
    }

    public synchronized void close() {
        listeners.forEach(Listener::close);
        listeners.clear();
        serving.forEach(LinkAcceptor::close);
        queue.close();
        coming.close();
    }
}
