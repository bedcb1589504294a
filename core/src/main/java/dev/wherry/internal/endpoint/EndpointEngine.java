package dev.wherry.internal.endpoint;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.internal.events.Log;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.Interceptors;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.local.LocalObjects;
import dev.wherry.internal.local.LocalRun;
import dev.wherry.internal.local.LocalTarget;
import dev.wherry.internal.loop.CallThreads;
import dev.wherry.internal.loop.EventLoops;
import dev.wherry.internal.loop.Watcher;
import dev.wherry.internal.objects.Bindings;
import dev.wherry.internal.objects.Exports;
import dev.wherry.internal.objects.KeepAlive;
import dev.wherry.internal.objects.ObjectZero;
import dev.wherry.internal.objects.RemoteInterfaces;
import dev.wherry.internal.objects.RmiExport;
import dev.wherry.internal.objects.StubClasses;
import dev.wherry.internal.objects.UnreferencedObjects;
import dev.wherry.internal.session.Extension;
import dev.wherry.internal.session.Session;
import dev.wherry.internal.session.Stages;
import dev.wherry.internal.statistics.EndpointCounts;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.internal.wire.CallerClock;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.Identities;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.spi.Transport;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What an endpoint runs on: its sessions, and what they share. For any thread. */
public final class EndpointEngine implements LocalObjects {
    private final EndpointOptions options;
    /** Null for an engine without an endpoint, as tests have it. */
    final @Nullable EndpointHandle handle;

    private final Extension extension = new Extension(this);
    private final Providers plugins = new Providers();
    private final Id128 id = newId();
    private final Identities identities = new Identities(Id128::random, UnreferencedObjects::notify);
    private final ObjectZero objectZero;
    private final RemoteInterfaces interfaces;
    private final Bindings bound;
    private final Exports exports = new Exports(identities);
    private final KeepAlive keepAlive;
    private final Interceptors.OfServer chain;
    private final InboundCapacity inboundRoom;
    public final StubClasses.OfAllSessions stubClasses;
    private final OutboundCapacity outboundRoom;
    private final SharedMemory memory;
    private final Watcher watcher;
    private final Counters figures = new Counters();
    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
    /** Those that came in, by what their lanes must show. An endpoint that calls itself has both ends of one. */
    private final ConcurrentMap<Id128, Session> accepted = new ConcurrentHashMap<>();

    private final LocalCalls localCalls;
    private final Listeners doors;
    private final Connector connections;
    private final EventLoops loops;
    private final CallThreads callThreads;
    private final Ending ending = new Ending();

    /** Nobody's, so that no task could be told where it is. */
    public EndpointEngine(EndpointOptions options) {
        this(options, (EndpointHandle) null);
    }

    /** @see EndpointHandle */
    public EndpointEngine(EndpointOptions options, Endpoint endpoint, Function<EndpointEngine, Endpoint> maker) {
        this(options, new EndpointHandle(endpoint, maker));
    }

    private EndpointEngine(EndpointOptions options, @Nullable EndpointHandle handle) {
        this.options = options;
        this.handle = handle;
        keepAlive = new KeepAlive(
                options.exportsKeepAlive(),
                () -> exports.anyRemote() || sessions.stream().anyMatch(Session::keepsAlive));
        // One frame more: the last fragment of the longest message is collected while its others wait.
        inboundRoom = new InboundCapacity(options.limits().inboundBytes() + Frame.HEADER + Frame.FRAGMENT);
        stubClasses = new StubClasses.OfAllSessions(inboundRoom);
        outboundRoom = new OutboundCapacity(options.limits().inboundBytes());
        memory = new SharedMemory(options.sharedMemory());
        objectZero = new ObjectZero(options.timeout(), plugins.codecs(List.of("compact")));
        interfaces = new RemoteInterfaces(options, plugins.codecs(options.codecs()));
        for (Class<?> type : options.registeredClasses()) {
            if (TypeClosure.isByReference(type)) {
                interfaces.of(type);
            }
        }
        bound = new Bindings(identities, objectZero, this::statistics, Stages::served);
        chain = new Interceptors.OfServer(options);
        doors = new Listeners(this);
        connections = new Connector(this);
        watcher = new Watcher(options.limits().idleTime(), this::lookAtLoops, this::look, () -> EndRehearsal.run(this));
        loops = new EventLoops(watcher);
        callThreads = new CallThreads(watcher);
        localCalls = new LocalCalls(this);
    }

    // ---- parts

    /** Tells its starts apart. No secret, so none is made; and by a generator that nobody else draws from. */
    private static Id128 newId() {
        SplittableRandom random = new SplittableRandom();
        return new Id128(random.nextLong(), random.nextLong());
    }

    public EndpointOptions options() {
        return options;
    }

    public Endpoint endpoint() {
        return Objects.requireNonNull(handle, "an engine of an endpoint").of(this);
    }

    public Extension extension() {
        return extension;
    }

    /** Whether the calling thread runs code of a peer, which must not change what this endpoint serves. */
    public boolean isGuest() {
        return extension.isGuest();
    }

    public ObjectZero objectZero() {
        return objectZero;
    }

    public RemoteInterfaces interfaces() {
        return interfaces;
    }

    public Bindings bound() {
        return bound;
    }

    /** Serves an object under a name. */
    public void bind(String name, Class<?> type, Object object) {
        Objects.requireNonNull(name, "name");
        bound.bind(name, servable(type, object), object);
    }

    /** Serves an object under a name, which may be that of another. */
    public void rebind(String name, Class<?> type, Object object) {
        Objects.requireNonNull(name, "name");
        bound.rebind(name, servable(type, object), object);
        localCalls.look();
    }

    /** What an object is served as: an interface and, if that one extends Remote, all that its class has of the kind. */
    private List<RemoteInterface> servable(Class<?> type, Object object) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(object, "object");
        checkOpen();
        RemoteInterface parsed = interfaces.of(type);
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
        return interfaces.rmi(parsed, object.getClass());
    }

    public void unbind(String name) {
        bound.unbind(name);
        localCalls.look();
    }

    public Exports exports() {
        return exports;
    }

    public KeepAlive keepAlive() {
        return keepAlive;
    }

    private void export(Object object, List<RemoteInterface> as) {
        exports.add(object, as);
        if (exports.anyRemote()) {
            keepAlive.begin();
        }
    }

    /** Has an object go by reference wherever it stands: as the interfaces of its class that are by reference. */
    public void export(Object object) {
        Objects.requireNonNull(object, "object");
        checkOpen();
        List<RemoteInterface> served = interfaces.served(object.getClass());
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
        identities.acquire(object, null); // so that it is not reported as unreferenced, which only peers cause
        try {
            boolean any = exports.remove(object);
            for (String name : bound.names(object)) {
                unbind(name);
                any = true;
            }
            for (Session session : sessions) {
                any |= session.exports().revoke(object);
            }
            return any;
        } finally {
            identities.drop(object);
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

    public OutboundCapacity outboundRoom() {
        return outboundRoom;
    }

    public Providers plugins() {
        return plugins;
    }

    public Id128 id() {
        return id;
    }

    public Identities identities() {
        return identities;
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

    public int codecIndex(String name) {
        return options.codecs().indexOf(name);
    }

    public EventLoops loops() {
        return loops;
    }

    public CallThreads callThreads() {
        return callThreads;
    }

    // ---- without a session

    @Override
    public List<String> names() {
        return bound.names();
    }

    @Override
    public Exported find(String name) {
        return bound.find(name);
    }

    @Override
    public @Nullable Exported successor(Exported gone) {
        Exported next = bound.find(gone.id());
        return next != null && next.interfaces().containsAll(gone.interfaces()) ? next : null;
    }

    @Override
    public boolean servesPlainly() {
        return chain.isEmpty();
    }

    @Override
    public @Nullable Object serve(InboundCall call, RemoteMethod method, Object target, @Nullable Object[] arguments)
            throws Throwable {
        chain.authorize(call, method);
        return chain.serve(call, method, target, arguments);
    }

    @Override
    public void watch(LocalTarget target) {
        localCalls.watch(target);
    }

    @Override
    public void run(LocalRun call, long object, CallOptions options) {
        localCalls.run(call, object, options);
    }

    @Override
    public Set<LocalRun> made() {
        return localCalls.made();
    }

    // ---- sessions

    public void add(Session session) {
        sessions.add(session);
        if (!session.isDialed()) {
            accepted.put(session.token(), session);
        }
        if (!isOpen()) {
            session.die("this endpoint was closed");
        }
        session.added();
    }

    @Nullable
    public Session session(Id128 token) {
        return accepted.get(token);
    }

    /** Those that came in. */
    Collection<Session> accepted() {
        return accepted.values();
    }

    /** Nobody finds the session any more. */
    public void leaves(Session session) {
        accepted.remove(session.token(), session);
        connections.gone(session);
    }

    /** Its end is done, and the watcher need not look after it. */
    public void gone(Session session) {
        sessions.remove(session);
    }

    /** An object of a session's peer, in messages. */
    public String describe(Session session, long object) {
        String name = connections.nameOf(session, object);
        return name != null
                ? name
                : (object == SessionExtension.OBJECT ? "the tasks" : "object " + object) + " of " + session.name();
    }

    /**
     * By the watcher. True while there is anything to look after.
     *
     * @param callers see {@link CallerClock}
     */
    public boolean look(long now, long callers) {
        boolean any = false;
        for (Session session : sessions) {
            try {
                any |= session.look(now, callers);
            } catch (RuntimeException e) {
                session.main().broken(e);
            } catch (Error e) { // no memory for it now: it is looked after again
                any = true;
                Log.goingOn("Looking after a connection failed", e);
            }
        }
        any |= doors.look();
        if (any) {
            callThreads.look(now);
        } else if (handle != null) {
            handle.look(this);
        }
        return any;
    }

    private boolean lookAtLoops() {
        return loops.look();
    }

    /** Whether peers use what it has, or may come to do so. */
    public boolean serves() {
        return !doors.addresses().isEmpty()
                || sessions.stream().anyMatch(session -> session.exports().size() > 0);
    }

    public EndpointCounts statistics() {
        return figures.of(sessions, localCalls, extension.classesReceived());
    }

    // ---- the end

    @Override
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
        boolean within = current != null && current.isServedBy(this);
        if (ending.begin(within)) {
            localCalls.look();
            ending.run(within, () -> finish(drain));
        }
    }

    private void finish(Duration drain) {
        try {
            doors.close();
            Ending.drain(List.copyOf(sessions), drain, localCalls::isQuiet);
        } finally {
            localCalls.end();
            List.copyOf(sessions).forEach(session -> session.die("this endpoint was closed"));
            sessions.clear(); // one that ended by itself just now may still be on its way out
            accepted.clear();
            exports.clear();
            keepAlive.close();
            extension.close();
            connections.close();
            watcher.close();
            loops.close();
            callThreads.close();
        }
    }
}
