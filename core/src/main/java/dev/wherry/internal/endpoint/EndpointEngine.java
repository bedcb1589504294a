package dev.wherry.internal.endpoint;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.internal.extension.ExtendedEndpoint;
import dev.wherry.internal.extension.Extension;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.Interceptors;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.loop.CallThreads;
import dev.wherry.internal.loop.EventLoops;
import dev.wherry.internal.loop.Watcher;
import dev.wherry.internal.objects.Address;
import dev.wherry.internal.objects.Bindings;
import dev.wherry.internal.objects.EndpointObjects;
import dev.wherry.internal.objects.Exports;
import dev.wherry.internal.objects.KeepAlive;
import dev.wherry.internal.objects.ObjectZero;
import dev.wherry.internal.objects.RemoteInterfaces;
import dev.wherry.internal.objects.RmiExport;
import dev.wherry.internal.objects.StubClasses;
import dev.wherry.internal.objects.UnreferencedObjects;
import dev.wherry.internal.session.IncomingCalls;
import dev.wherry.internal.session.Lane;
import dev.wherry.internal.session.Session;
import dev.wherry.internal.session.SharedParts;
import dev.wherry.internal.statistics.EndpointCounts;
import dev.wherry.internal.types.TypeKinds;
import dev.wherry.internal.wire.CallerClock;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.Identities;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Link;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What an endpoint runs on: its sessions, and what they share. For any thread. */
public final class EndpointEngine implements Session.Owner, ExtendedEndpoint {
    private final EndpointOptions options;
    /** Null for an engine without an endpoint, as tests have it. */
    private final @Nullable EndpointHandle handle;

    private final Providers plugins = new Providers();
    private final Extension extension = new Extension(this, plugins::extension);
    private final EndpointObjects objects;
    private final Interceptors.OfServer chain;
    private final InboundCapacity inboundRoom;
    private final OutboundCapacity outboundRoom;
    private final SharedMemory memory;
    private final Watcher watcher;
    private final Counters figures = new Counters();
    private final Sessions sessions = new Sessions();
    private final SharedParts shared;
    private final LocalCalls localCalls;
    private final Listeners doors;
    private final Connector connections;
    private final EventLoops loops;
    private final CallThreads callThreads;
    private final Ending ending = new Ending();

    /** Creates an engine that belongs to no endpoint: no task can be told where it is. */
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
        handle = endpoint == null || maker == null ? null : new EndpointHandle(endpoint, () -> maker.apply(this));
        // One frame more: the last fragment of the longest message is collected while its others wait.
        inboundRoom = new InboundCapacity(options.limits().inboundBytes() + Frame.HEADER + Frame.FRAGMENT);
        outboundRoom = new OutboundCapacity(options.limits().inboundBytes());
        memory = new SharedMemory(options.sharedMemory());
        List<Codec> compact = plugins.codecs(List.of("compact"));
        objects = objects(compact);
        chain = new Interceptors.OfServer(options);
        doors = new Listeners(this);
        connections = new Connector(this);
        watcher = new Watcher(options.limits().idleTime(), this::lookAtLoops, this::look, () -> EndRehearsal.run(this));
        loops = new EventLoops(watcher);
        callThreads = new CallThreads(watcher);
        localCalls = new LocalCalls(
                objects.bindings(),
                chain,
                options.limits().callsInFlight(),
                callThreads.share(),
                this::isOpen,
                this::checkOpen);
        shared = new SharedParts(
                this,
                newId(),
                options,
                objects,
                extension,
                compact,
                chain,
                figures.tallies(),
                inboundRoom,
                outboundRoom,
                watcher,
                callThreads);
    }

    private EndpointObjects objects(List<Codec> compact) {
        Identities identities = new Identities(Id128::random, UnreferencedObjects::notify);
        Exports exports = new Exports(identities);
        ObjectZero objectZero = new ObjectZero(options.timeout(), compact);
        RemoteInterfaces interfaces = new RemoteInterfaces(options, plugins.codecs(options.codecs()));
        for (Class<?> type : options.registeredClasses()) {
            if (TypeKinds.isByReference(type)) {
                interfaces.of(type);
            }
        }
        return new EndpointObjects(
                new Bindings(identities, objectZero, this::statistics, IncomingCalls::served),
                exports,
                identities,
                interfaces,
                objectZero,
                new KeepAlive(
                        options.exportsKeepAlive(),
                        () -> exports.anyRemote() || sessions.all().stream().anyMatch(Session::keepsAlive)),
                new StubClasses.OfAllSessions(inboundRoom));
    }

    // ---- parts

    /** Tells its starts apart. No secret, so none is made; and by a generator that nobody else draws from. */
    private static Id128 newId() {
        SplittableRandom random = new SplittableRandom();
        return new Id128(random.nextLong(), random.nextLong());
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

    public Extension extension() {
        return extension;
    }

    /** Whether the calling thread runs code of a peer, which must not change what this endpoint serves. */
    public boolean isGuest() {
        return extension.isGuest();
    }

    public RemoteInterfaces interfaces() {
        return objects.interfaces();
    }

    public Bindings bound() {
        return objects.bindings();
    }

    /** Serves an object under a name. */
    public void bind(String name, Class<?> type, Object object) {
        Objects.requireNonNull(name, "name");
        objects.bindings().bind(name, servable(type, object), object);
    }

    /** Serves an object under a name, which may be that of another. */
    public void rebind(String name, Class<?> type, Object object) {
        Objects.requireNonNull(name, "name");
        objects.bindings().rebind(name, servable(type, object), object);
        localCalls.look();
    }

    /** What an object is served as: an interface and, if that one extends Remote, all that its class has of the kind. */
    private List<RemoteInterface> servable(Class<?> type, Object object) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(object, "object");
        checkOpen();
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
        localCalls.look();
    }

    private void export(Object object, List<RemoteInterface> as) {
        objects.exports().add(object, as);
        if (objects.exports().anyRemote()) {
            objects.keepAlive().begin();
        }
    }

    /** Has an object go by reference wherever it stands: as the interfaces of its class that are by reference. */
    public void export(Object object) {
        Objects.requireNonNull(object, "object");
        checkOpen();
        List<RemoteInterface> served = objects.interfaces().served(object.getClass());
        if (served.isEmpty()) {
            throw new IllegalArgumentException("A " + object.getClass().getName()
                    + " implements no interface that can be called by reference: none that extends"
                    + " java.rmi.Remote or is annotated with @ByReference. Name the interface to call it by:"
                    + " export(ITS_INTERFACE.class, object)");
        }
        export(object, served);
    }

    /** Has an object go by reference as an interface of any kind. */
    public void export(Class<?> type, Object object) {
        export(object, servable(type, object));
    }

    /** Whether there was anything by which a peer could call it. */
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

    public Listeners doors() {
        return doors;
    }

    public Connector connections() {
        return connections;
    }

    public Interceptors.OfServer chain() {
        return chain;
    }

    SharedMemory memory() {
        return memory;
    }

    public InboundCapacity inboundRoom() {
        return inboundRoom;
    }

    public Providers plugins() {
        return plugins;
    }

    public Id128 id() {
        return shared.id();
    }

    public Identities identities() {
        return objects.identities();
    }

    public Counters figures() {
        return figures;
    }

    public Watcher watcher() {
        return watcher;
    }

    /** @throws IllegalArgumentException if there is none for the address's scheme */
    public Transport transport(URI address) {
        Transport transport = plugins.transport(address.getScheme());
        if (transport == null) {
            throw new IllegalArgumentException("No transport for scheme '" + address.getScheme() + "' in '" + address
                    + "'; there are " + plugins.schemes() + Address.advice(address.getScheme()));
        }
        return transport;
    }

    /** The same URI for all addresses that share a session. An exception if it cannot be one. */
    URI canonical(URI address) {
        return plugins.resolver(address.getScheme()) != null
                ? address
                : transport(address).canonical(address);
    }

    public EventLoops loops() {
        return loops;
    }

    public CallThreads callThreads() {
        return callThreads;
    }

    /** What other endpoints of this JVM can call without a session. */
    LocalCalls localCalls() {
        return localCalls;
    }

    // ---- sessions

    /**
     * Creates a session, which is to be passed to {@link #add}.
     *
     * @param remote the Hello of the peer
     * @param agreed codecs, in the connecting side's order
     * @param dialed the address that was connected to; null at the side that listens
     */
    public Session createSession(Id128 token, Hello remote, List<String> agreed, Link link, @Nullable URI dialed) {
        LongAdder carried = dialed == null ? new LongAdder() : figures.carriedBy(dialed.getScheme());
        return new Session(shared, token, remote, agreed, link, dialed, carried);
    }

    public void add(Session session) {
        sessions.add(session);
        if (!isOpen()) {
            session.die("this endpoint was closed");
        }
        session.added();
    }

    @Nullable
    public Session session(Id128 token) {
        return sessions.find(token);
    }

    public Set<Session> sessions() {
        return sessions.all();
    }

    /** The sessions that peers have opened. */
    Collection<Session> accepted() {
        return sessions.accepted();
    }

    @Override
    public Lane openLane(Session session, long number) throws IOException {
        return connections.openLane(session, number);
    }

    @Override
    public void close(Session session) {
        if (!isGuest()) {
            Ending.of(session, options.drain());
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

    /**
     * By the watcher. True while there is anything to look after.
     *
     * @param callers see {@link CallerClock}
     */
    public boolean look(long now, long callers) {
        boolean any = sessions.look(now, callers);
        any |= doors.look();
        if (any) {
            callThreads.look(now);
        } else if (handle != null) {
            handle.look(!isOpen() || serves());
        }
        return any;
    }

    private boolean lookAtLoops() {
        return loops.look();
    }

    /** Whether peers use what it has, or may come to do so. */
    public boolean serves() {
        return !doors.addresses().isEmpty()
                || sessions.all().stream().anyMatch(session -> session.exports().size() > 0);
    }

    public EndpointCounts statistics() {
        return figures.of(sessions.all(), localCalls.made().size(), localCalls.count(), extension.classesReceived());
    }

    // ---- the end

    public boolean isOpen() {
        return !ending.hasBegun();
    }

    void checkOpen() {
        if (!isOpen()) {
            throw new CallException(Code.UNAVAILABLE, "This endpoint is closed");
        }
    }

    public void close(Duration drain) {
        InboundCall current = InboundCall.current();
        boolean within = current != null && (current.isServedBy(this) || current.isServedBy(localCalls));
        if (ending.begin(within)) {
            localCalls.look();
            ending.run(within, () -> finish(drain));
        }
    }

    private void finish(Duration drain) {
        try {
            doors.close();
            Ending.drain(List.copyOf(sessions.all()), drain, localCalls::isQuiet);
        } finally {
            localCalls.end();
            sessions.end();
            objects.exports().clear();
            objects.keepAlive().close();
            extension.close();
            connections.close();
            watcher.close();
            loops.close();
            callThreads.close();
        }
    }
}
