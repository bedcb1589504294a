package dev.wherry.internal.endpoint;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.extension.ExtendedEndpoint;
import dev.wherry.internal.extension.Extension;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.Interceptors;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.loop.CallThreads;
import dev.wherry.internal.loop.EventLoops;
import dev.wherry.internal.loop.RunningLimits;
import dev.wherry.internal.loop.Watcher;
import dev.wherry.internal.objects.Bindings;
import dev.wherry.internal.objects.EndpointObjects;
import dev.wherry.internal.objects.Exports;
import dev.wherry.internal.objects.Inspection;
import dev.wherry.internal.objects.KeepAlive;
import dev.wherry.internal.objects.ObjectZero;
import dev.wherry.internal.objects.ReleaseNotices;
import dev.wherry.internal.objects.RemoteInterfaces;
import dev.wherry.internal.objects.RmiExport;
import dev.wherry.internal.objects.StubClasses;
import dev.wherry.internal.session.IncomingCalls;
import dev.wherry.internal.session.Lane;
import dev.wherry.internal.session.Route;
import dev.wherry.internal.session.Session;
import dev.wherry.internal.session.SharedParts;
import dev.wherry.internal.statistics.EndpointCounts;
import dev.wherry.internal.types.TypeKinds;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.Identities;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.SentBytes;
import dev.wherry.spi.Codec;
import dev.wherry.statistics.HeldObject;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The parts of an endpoint: its sessions, and what they share. For any thread. */
public final class EndpointEngine
        implements Session.Owner,
                ExtendedEndpoint,
                Bindings.Figures,
                Identities.Owner,
                KeepAlive.Owner,
                Watcher.Watched {
    private final EndpointOptions options;
    /** Null for an engine without an endpoint, as tests have it. */
    private final @Nullable EndpointHandle handle;

    /** Bytes that all sessions keep together until their peers have acknowledged them. */
    private static final long UNACKNOWLEDGED = 64 << 20;

    private final Ending ending = new Ending();
    private final @Nullable ShutdownHook hook;
    private final Counters counters = new Counters();
    private final Extension extension;
    private final EndpointObjects objects;
    private final Watcher watcher;
    private final EventLoops loops;
    private final CallThreads callThreads;
    private final LocalCalls localCalls;
    private final SharedParts parts;
    private final Sessions sessions;
    private final Listeners listeners;
    private final Connector connections;

    /** Creates an engine that belongs to no endpoint. */
    public EndpointEngine(EndpointOptions options) {
        this(options, null, null);
    }

    /**
     * @param endpoint of which the constructor still runs
     * @param maker creates another endpoint of this engine for tasks, after the program has lost its own
     */
    public EndpointEngine(
            EndpointOptions options, @Nullable Object endpoint, @Nullable Function<EndpointEngine, ?> maker) {
        this.options = options;
        handle = endpoint == null || maker == null ? null : new EndpointHandle(endpoint, this, maker);
        Providers providers = new Providers(options);
        extension = new Extension(this, providers);
        // One frame more: the last fragment of the longest message is collected while its others wait.
        InboundCapacity inbound = new InboundCapacity(options.limits().inboundBytes() + Frame.HEADER + Frame.FRAGMENT);
        List<Codec> compact = providers.codecs(List.of("compact"));
        objects = objects(providers, compact, inbound);
        watcher = new Watcher(longestRest(options), this);
        loops = new EventLoops(watcher);
        callThreads = new CallThreads(watcher, new RunningLimits(options.limits()));
        Interceptors.OfServer interceptors = new Interceptors.OfServer(options);
        localCalls = new LocalCalls(
                objects.bindings(), interceptors, options.limits().callsInFlight(), callThreads.quota(), ending);
        parts = new SharedParts(
                this,
                newId(),
                options,
                objects,
                extension,
                compact,
                interceptors,
                counters.tallies(),
                inbound,
                new OutboundCapacity(options.limits().inboundBytes()),
                new SentBytes.Budget(UNACKNOWLEDGED),
                watcher,
                callThreads);
        sessions = new Sessions(parts, counters, ending);
        SharedMemory memory = new SharedMemory(options.sharedMemory());
        Handshake handshake = new Handshake(options, sessions, memory, counters, inbound, watcher, loops);
        LinkParts links = new LinkParts(options, providers, localCalls, sessions, handshake, watcher, ending);
        listeners = new Listeners(links, callThreads);
        connections = new Connector(links, objects, handle);
        watcher.start();
        hook = options.drainOnShutdown()
                ? new ShutdownHook(watcher.thread("wherry-drain", () -> close(options.drain())))
                : null;
        if (hook != null) {
            hook.add();
        }
    }

    /** Returns how long no session needs to be checked. */
    private static Duration longestRest(EndpointOptions options) {
        Duration idle = options.limits().idleTime();
        Duration half = options.heartbeat().dividedBy(2);
        return half.isZero() || half.compareTo(idle) > 0 ? idle : half;
    }

    private EndpointObjects objects(Providers providers, List<Codec> compact, InboundCapacity inbound) {
        Identities identities = new Identities(this);
        Exports exports = new Exports(identities);
        ObjectZero objectZero = new ObjectZero(
                options.timeout(), Collections.nCopies(options.codecs().size(), compact.getFirst()));
        RemoteInterfaces interfaces = new RemoteInterfaces(options, providers.codecs(options.codecs()));
        for (Class<?> type : options.registeredClasses()) {
            if (TypeKinds.isByReference(type)) {
                interfaces.of(type);
            }
        }
        return new EndpointObjects(
                new Bindings(identities, objectZero, options, this),
                exports,
                identities,
                interfaces,
                objectZero,
                new KeepAlive(options.exportsKeepAlive(), this),
                new StubClasses.OfAllSessions(inbound));
    }

    /** Returns an id that differs from those of other endpoints and of earlier starts. It is not a secret. */
    private static Id128 newId() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new Id128(random.nextLong(), random.nextLong());
    }

    @Override
    public Id128 newIdentity() {
        return Id128.random();
    }

    @Override
    public void unreferenced(Object object) {
        ReleaseNotices.start(object);
    }

    @Override
    public boolean keepsAlive() {
        return objects.exports().anyRemote() || sessions.all().stream().anyMatch(Session::keepsAlive);
    }

    @Override
    public EndpointOptions options() {
        return options;
    }

    // ---- for the extension

    @Override
    public Object endpoint() {
        return Objects.requireNonNull(handle, "an engine of an endpoint").get();
    }

    @Override
    public @Nullable ClassLoader contextLoader() {
        return watcher.contextLoader();
    }

    @Override
    public Thread thread(String name, Runnable task) {
        return watcher.thread(name, task);
    }

    @Override
    public SessionExtension.Part connect(String uri) {
        return connections.extension(uri);
    }

    /** Returns whether the calling thread runs code of a peer, which must not change what this endpoint serves. */
    public boolean isGuest() {
        return extension.isGuest();
    }

    /** Serves an object under a name. */
    public void bind(String name, Class<?> type, Object object) {
        Objects.requireNonNull(name, "name");
        objects.objectZero().prepareLookup();
        objects.bindings().bind(name, servable(type, object), object);
        listeners.bound(type);
    }

    /** Serves an object under a name, which may be that of another. */
    public void rebind(String name, Class<?> type, Object object) {
        Objects.requireNonNull(name, "name");
        objects.bindings().rebind(name, servable(type, object), object);
        listeners.bound(type);
        localCalls.refresh();
    }

    /** Returns the interfaces as which an object is served: the given one and, if that extends Remote, all such ones of its class. */
    private List<RemoteInterface> servable(Class<?> type, Object object) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(object, "object");
        ending.checkOpen();
        RemoteInterface parsed = objects.interfaces().of(type);
        parsed.requireServable();
        if (!parsed.rmi()) {
            return List.of(parsed);
        }
        if (RmiExport.isOf(object)) {
            LOG.log(
                    Level.WARNING,
                    "A " + object.getClass().getName()
                            + " that is served here is exported by Java RMI as well, so that this process listens at"
                            + " RMI's port too and deserializes what comes in there. Let the class not extend"
                            + " UnicastRemoteObject, or call UnicastRemoteObject.unexportObject(object, true)");
        }
        return objects.interfaces().rmi(parsed, object.getClass());
    }

    public void unbind(String name) {
        objects.bindings().unbind(name);
        listeners.bindingsChanged();
        localCalls.refresh();
    }

    private void export(Object object, List<RemoteInterface> as) {
        objects.exports().add(object, as);
        if (objects.exports().anyRemote()) {
            objects.keepAlive().begin();
        }
    }

    /** Passes an object by reference from now on, as those interfaces of its class that are by reference. */
    public void export(Object object) {
        Objects.requireNonNull(object, "object");
        ending.checkOpen();
        List<RemoteInterface> served = objects.interfaces().served(object.getClass());
        if (served.isEmpty()) {
            throw new IllegalArgumentException("A " + object.getClass().getName()
                    + " implements no interface that can be called by reference: none that extends"
                    + " java.rmi.Remote or is annotated with @ByReference. Name the interface to call it by:"
                    + " export(ITS_INTERFACE.class, object)");
        }
        export(object, served);
    }

    /** Passes an object by reference from now on, as an interface of any kind. */
    public void export(Class<?> type, Object object) {
        export(object, servable(type, object));
    }

    /** Returns whether a peer could have called the object. */
    public boolean unexport(Object object) {
        objects.identities()
                .acquire(object, null); // so that it is not reported as unreferenced, which only peers cause
        try {
            boolean any = objects.exports().remove(object);
            for (String name : objects.bindings().names(object)) {
                unbind(name);
                any = true;
            }
            for (Session session : sessions.all()) {
                any |= session.exports().revoke(object);
            }
            return any;
        } finally {
            objects.identities().drop(object);
        }
    }

    public Listeners listeners() {
        return listeners;
    }

    public Connector connections() {
        return connections;
    }

    // ---- sessions

    /** Returns the parts that all sessions share, with which tests and benchmarks create sessions. */
    public SharedParts parts() {
        return parts;
    }

    /** See {@link Sessions#add}. */
    public void add(Session session) {
        sessions.add(session);
    }

    public Set<Session> sessions() {
        return sessions.all();
    }

    @Override
    public Lane openLane(Session session, long number) throws IOException {
        return connections.openLane(session, number);
    }

    @Override
    public Route.Finder finder() {
        return connections;
    }

    @Override
    public void close(Session session) {
        if (!isGuest()) {
            Ending.of(session, options.drain());
        }
    }

    @Override
    public void lost(Session session) {
        watcher.wake();
        if (session.isDialed()) {
            connections.resume(session);
        } else {
            sessions.limitLost();
        }
    }

    @Override
    public void ended(Session session) {
        sessions.ended(session);
        connections.gone(session);
    }

    @Override
    public void gone(Session session) {
        sessions.gone(session);
    }

    @Override
    public @Nullable Object handle() {
        return handle == null ? null : handle.known();
    }

    @Override
    public boolean check(long now, long callers) {
        boolean any = sessions.check(now, callers);
        any |= listeners.check();
        any |= connections.check();
        if (any) {
            callThreads.check(now);
        } else if (handle != null && handle.isLost() && isOpen() && !serves()) {
            handle.report();
        }
        return any;
    }

    @Override
    public boolean checkLoops() {
        return loops.check();
    }

    @Override
    public void prepare() {
        EndRehearsal.run(sessions, options.codecs());
    }

    /** Returns whether peers use objects of this endpoint, or may come to do so. */
    public boolean serves() {
        return !listeners.addresses().isEmpty()
                || sessions.all().stream().anyMatch(session -> session.exports().size() > 0);
    }

    @Override
    public EndpointCounts statistics() {
        return counters.of(
                sessions.all(),
                localCalls.made().size() + connections.foreignCalls(),
                localCalls.count() + listeners.foreignCalls(),
                extension.classesReceived(),
                connections.retries());
    }

    @Override
    public List<HeldObject> heldObjects() {
        return HeldObjects.of(sessions.all());
    }

    @Override
    public Inspection.Served served(long number) {
        return IncomingCalls.served(number);
    }

    // ---- the end

    public boolean isOpen() {
        return ending.isOpen();
    }

    public void close(Duration drain) {
        InboundCall current = InboundCall.current();
        boolean within = current != null && (current.isServedBy(this) || current.isServedBy(localCalls));
        if (ending.begin(within, drain, this::serving)) {
            localCalls.refresh();
            ending.run(within, () -> finish(drain));
        }
    }

    private boolean serving() {
        return !localCalls.isQuiet()
                || sessions.all().stream().anyMatch(each -> each.incomingCalls().count() > 0);
    }

    private void finish(Duration drain) {
        try {
            listeners.close();
            ending.drain(sessions.all(), drain, localCalls::isQuiet);
        } finally {
            ending.drained();
            connections.stop();
            localCalls.end();
            sessions.end();
            objects.exports().clear();
            objects.keepAlive().close();
            extension.close();
            connections.close();
            watcher.close();
            loops.close();
            callThreads.close();
            if (hook != null) {
                hook.remove();
            }
        }
    }
}
