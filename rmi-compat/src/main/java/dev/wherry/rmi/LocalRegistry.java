package dev.wherry.rmi;

import dev.wherry.Endpoint;
import dev.wherry.rmi.registry.Location;
import dev.wherry.rmi.registry.Names;
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

/** A registry of this JVM. The first is at the JVM's own endpoint, further ones have an endpoint each. */
final class LocalRegistry implements Registry {
    private static final int MOST_NAMES = 100_000;
    private static final Map<Integer, LocalRegistry> REGISTRIES = new HashMap<>();

    /**
     * What a name leads to.
     *
     * @param object of this JVM; null if the name was bound by another one
     */
    private record Entry(Location location, @Nullable Remote object) {}

    private final Map<String, Entry> names = new ConcurrentSkipListMap<>();
    private final Endpoint endpoint;
    private final int port;

    private LocalRegistry(Endpoint endpoint, int port) {
        this.endpoint = endpoint;
        this.port = port;
    }

    /** The registry at a port; 0: any free one. */
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

    /** Ends the service of names. Where objects of this JVM can be called, it goes on listening. */
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

    /** The registry as other JVMs call it. */
    private final class Served implements Names {
        @Override
        public @Nullable Location find(String name) {
            Entry entry = names.get(name);
            return entry == null ? null : entry.location;
        }

        @Override
        public boolean bind(String name, Location location, boolean replace) throws AccessException {
            requireThisHost();
            return put(name, new Entry(location, null), replace);
        }

        @Override
        public boolean unbind(String name) throws AccessException {
            requireThisHost();
            return names.remove(name) != null;
        }

        @Override
        public String[] list() {
            return LocalRegistry.this.list();
        }

        /** As in Java RMI: otherwise anybody who can connect could put an object in place of another. */
        private void requireThisHost() throws AccessException {
            String host = CallerThreads.caller().map(ClientHost::of).orElse("127.0.0.1");
            if (!ClientHost.isHere(host)) {
                throw new AccessException("Registry at port " + port + ": " + host
                        + " is not this host, and only processes of this host may bind and unbind names");
            }
        }
    }

    private boolean put(String name, Entry entry, boolean replace) throws AccessException {
        if (names.size() >= MOST_NAMES && !names.containsKey(name)) {
            throw new AccessException("Registry at port " + port + ": cannot bind '" + name + "', since " + MOST_NAMES
                    + " names are bound already");
        }
        Entry own = new Entry(entry.location.asSeenFrom(port), entry.object);
        if (replace) {
            names.put(name, own);
            return true;
        }
        return names.putIfAbsent(name, own) == null;
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
        if (names.remove(Objects.requireNonNull(name, "name")) == null) {
            throw new NotBoundException(name);
        }
    }

    @Override
    public String[] list() {
        return names.keySet().toArray(String[]::new);
    }
}
