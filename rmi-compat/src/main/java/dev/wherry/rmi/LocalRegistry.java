package dev.wherry.rmi;

import dev.wherry.Endpoint;
import dev.wherry.rmi.registry.Location;
import dev.wherry.rmi.registry.Names;
import dev.wherry.text.OneLine;
import java.rmi.AccessException;
import java.rmi.AlreadyBoundException;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * A registry of this JVM. The first registry uses the JVM's endpoint; each further registry has an endpoint of its own.
 */
final class LocalRegistry implements Registry {
    private static final int MOST_NAMES = 100_000;
    /** The most characters of a name. */
    private static final int LONGEST = 1_024;
    /** The most characters of all names and their locations. */
    private static final long MOST_CHARACTERS = 64 << 20;

    private static final Map<Integer, LocalRegistry> REGISTRIES = new HashMap<>();

    /**
     * A bound name.
     *
     * @param object the object, or null if another JVM has bound the name
     */
    private record Entry(Location location, @Nullable Remote object) {}

    private final Map<String, Entry> names = new ConcurrentSkipListMap<>();
    private final Endpoint endpoint;
    private final int port;
    private long characters;

    private LocalRegistry(Endpoint endpoint, int port) {
        this.endpoint = endpoint;
        this.port = port;
    }

    /** Creates a registry at a port, or at any free port for 0. */
    static synchronized Registry create(int port) throws RemoteException {
        if (REGISTRIES.containsKey(port)) {
            throw new ExportException(
                    "This JVM has a registry at port " + port + " already: use LocateRegistry.getRegistry");
        }
        boolean first = REGISTRIES.values().stream().noneMatch(each -> each.endpoint == RmiEndpoint.get());
        Endpoint endpoint = first ? RmiEndpoint.get() : RmiEndpoint.another();
        int listening;
        try {
            listening = RmiEndpoint.listen(endpoint, port);
        } catch (RuntimeException e) {
            if (!first) {
                endpoint.close(Duration.ZERO);
            }
            throw new ExportException("Cannot create a registry at port " + port + ": " + e.getMessage(), e);
        }
        LocalRegistry registry = new LocalRegistry(endpoint, listening);
        endpoint.bind(Names.NAME, Names.class, registry.new Served());
        REGISTRIES.put(listening, registry);
        return registry;
    }

    /** Stops serving names. The endpoint continues to listen if objects of this JVM can be called there. */
    void unexport() throws NoSuchObjectException {
        synchronized (LocalRegistry.class) {
            if (!REGISTRIES.remove(port, this)) {
                throw new NoSuchObjectException("object not exported: the registry at port " + port);
            }
        }
        if (endpoint == RmiEndpoint.get()) {
            endpoint.unbind(Names.NAME);
        } else {
            endpoint.close(Duration.ZERO);
        }
    }

    /** The remote interface of the registry. */
    private final class Served implements Names {
        @Override
        public @Nullable Location find(String name) throws AccessException {
            Entry entry = names.get(required(name));
            return entry == null ? null : entry.location;
        }

        @Override
        public boolean bind(String name, Location location, boolean replace) throws AccessException {
            requireThisHost();
            if (location == null) {
                throw notBound(required(name), "there is no location for it");
            }
            return put(required(name), new Entry(location, null), replace);
        }

        @Override
        public boolean unbind(String name) throws AccessException {
            requireThisHost();
            return remove(required(name));
        }

        private String required(@Nullable String name) throws AccessException {
            if (name == null) {
                throw new AccessException("Registry at port " + port + ": the name is null; expected a text");
            }
            return name;
        }

        @Override
        public String[] list() {
            return LocalRegistry.this.list();
        }

        /**
         * Rejects callers on other hosts, as Java RMI does. Otherwise anyone who can connect could replace an object by
         * another.
         */
        private void requireThisHost() throws AccessException {
            String host = CallerThreads.caller().map(ClientHost::of).orElse("127.0.0.1");
            if (!ClientHost.isHere(host)) {
                throw new AccessException("Registry at port " + port + ": " + host
                        + " is not this host, and only processes of this host may bind and unbind names");
            }
        }
    }

    private synchronized boolean put(String name, Entry entry, boolean replace) throws AccessException {
        Entry bound = names.get(name);
        if (bound != null && !replace) {
            return false;
        }
        if (name.length() > LONGEST) {
            throw notBound(name, "a name has at most " + LONGEST + " characters");
        }
        if (bound == null && names.size() >= MOST_NAMES) {
            throw notBound(name, MOST_NAMES + " names are bound already");
        }
        Entry own = new Entry(entry.location.asSeenFrom(port), entry.object);
        long all = characters + characters(name, own) - (bound == null ? 0 : characters(name, bound));
        if (all > MOST_CHARACTERS) {
            throw notBound(name, "the names that are bound have " + MOST_CHARACTERS + " characters already");
        }
        characters = all;
        names.put(name, own);
        return true;
    }

    private synchronized boolean remove(String name) {
        Entry bound = names.remove(name);
        characters -= bound == null ? 0 : characters(name, bound);
        return bound != null;
    }

    private static long characters(String name, Entry entry) {
        return (long) name.length() + entry.location.characters();
    }

    private AccessException notBound(String name, String why) {
        return new AccessException(
                "Registry at port " + port + ": cannot bind '" + OneLine.of(name) + "', since " + why);
    }

    private Entry entry(Remote object) throws RemoteException {
        return new Entry(ExportedObjects.locate(Objects.requireNonNull(object, "object")), object);
    }

    @Override
    public Remote lookup(String name) throws RemoteException, NotBoundException {
        Entry entry = names.get(Objects.requireNonNull(name, "name"));
        if (entry == null) {
            throw new NotBoundException(name);
        }
        return entry.object != null ? entry.object : Lookups.stub(entry.location, "localhost", port);
    }

    @Override
    public void bind(String name, Remote object) throws RemoteException, AlreadyBoundException {
        if (!put(Objects.requireNonNull(name, "name"), entry(object), false)) {
            throw new AlreadyBoundException(name);
        }
    }

    @Override
    public void rebind(String name, Remote object) throws RemoteException {
        put(Objects.requireNonNull(name, "name"), entry(object), true);
    }

    @Override
    public void unbind(String name) throws NotBoundException {
        if (!remove(Objects.requireNonNull(name, "name"))) {
            throw new NotBoundException(name);
        }
    }

    @Override
    public String[] list() {
        return names.keySet().toArray(String[]::new);
    }
}
