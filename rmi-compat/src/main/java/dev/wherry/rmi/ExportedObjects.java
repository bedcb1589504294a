package dev.wherry.rmi;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.rmi.registry.Location;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The objects that this JVM has exported, and the names under which registered objects can be looked up at its
 * endpoint. Exported objects keep the JVM alive. If neither this program nor a peer refers to an object, it is
 * collected and is no longer exported.
 */
final class ExportedObjects {
    /** A key that compares objects by identity. After its object was collected, a key equals only itself. */
    private static final class Key extends WeakReference<Remote> {
        private final int hash;

        Key(Remote object, @Nullable ReferenceQueue<Remote> queue) {
            super(object, queue);
            hash = System.identityHashCode(object);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // compares identities
        public boolean equals(@Nullable Object other) {
            Remote object = get();
            return this == other || (other instanceof Key key && object != null && object == key.get());
        }
    }

    /** An export. The name is null until the object is registered. */
    private static final class Export {
        final int port;

        @Nullable
        String name;

        Export(int port) {
            this.port = port;
        }
    }

    private static final Map<Key, Export> EXPORTS = new HashMap<>();
    private static final ReferenceQueue<Remote> COLLECTED = new ReferenceQueue<>();
    /** The locations of the stubs that this JVM has looked up, so that it can register them elsewhere. */
    private static final Map<Remote, Location> FOUND = Collections.synchronizedMap(new WeakHashMap<>());

    private static @Nullable Thread keepAlive;
    private static long names;

    private ExportedObjects() {}

    static void export(Remote object, int port) throws ExportException {
        if (interfaces(object.getClass()).isEmpty()) {
            throw new ExportException("Cannot export a " + object.getClass().getName()
                    + ": it implements no interface that extends java.rmi.Remote");
        }
        synchronized (ExportedObjects.class) {
            if (EXPORTS.containsKey(new Key(object, null))) {
                throw new ExportException(
                        "object already exported: a " + object.getClass().getName());
            }
            try {
                int listening = port == 0 ? 0 : RmiEndpoint.listen(RmiEndpoint.get(), port);
                EXPORTS.put(new Key(object, COLLECTED), new Export(listening));
            } catch (RuntimeException e) {
                throw new ExportException("Cannot export a " + object.getClass().getName() + " at port " + port, e);
            }
            keepAlive();
        }
    }

    /** Starts a thread that runs while there are exports, which keeps the JVM alive. */
    private static void keepAlive() {
        if (keepAlive == null) {
            keepAlive =
                    Thread.ofPlatform().daemon(false).name("wherry-rmi-exports").start(ExportedObjects::awaitNone);
        }
    }

    private static void awaitNone() {
        while (true) {
            try {
                synchronized (ExportedObjects.class) {
                    if (EXPORTS.isEmpty()) {
                        keepAlive = null;
                        return;
                    }
                }
                COLLECTED.remove();
                removeCollected();
            } catch (InterruptedException e) {
                // Interrupted when the last export ends, or by a program that interrupts all threads: the loop checks
                // again.
            }
        }
    }

    private static synchronized void removeCollected() {
        EXPORTS.keySet().removeIf(key -> key.get() == null);
    }

    static void unexport(Remote object) throws NoSuchObjectException {
        if (object instanceof LocalRegistry registry) {
            registry.unexport();
        } else {
            remove(object);
        }
    }

    private static synchronized void remove(Remote object) throws NoSuchObjectException {
        if (EXPORTS.remove(new Key(object, null)) == null) {
            throw notExported(object);
        }
        RmiEndpoint.get().unexport(object);
        Thread waiting = keepAlive;
        if (EXPORTS.isEmpty() && waiting != null) {
            waiting.interrupt();
        }
    }

    static synchronized void requireExported(Remote object) throws NoSuchObjectException {
        if (!EXPORTS.containsKey(new Key(object, null))) {
            throw notExported(object);
        }
    }

    private static NoSuchObjectException notExported(Remote object) {
        return new NoSuchObjectException(
                "object not exported: a " + object.getClass().getName());
    }

    // ---- registered objects

    /** Records where a stub was found. */
    static void found(Remote stub, Location location) {
        synchronized (FOUND) {
            FOUND.remove(stub); // the old key may be an older stub, which could be collected before this one
            FOUND.put(stub, location);
        }
    }

    /**
     * Returns the location of an object that is to be registered: an exported object, or a stub. From now on the object
     * is protected from garbage collection until it is unexported.
     */
    static Location locate(Remote object) throws RemoteException {
        if (Calls.isStub(object)) {
            Location known = FOUND.get(object);
            return known != null ? known : relay(object);
        }
        synchronized (ExportedObjects.class) {
            Export export = EXPORTS.get(new Key(object, null));
            if (export == null) {
                throw notExported(object);
            }
            int port = export.port == 0 ? RmiEndpoint.port() : export.port;
            if (export.name == null) {
                export.name = bind(object);
            }
            return new Location("", port, export.name, names(object.getClass()));
        }
    }

    /** Registers a stub that was received as a value. Calls of it are relayed by this JVM. */
    private static synchronized Location relay(Remote stub) throws ExportException {
        Location location = new Location("", RmiEndpoint.port(), bind(stub), names(stub.getClass()));
        FOUND.put(stub, location);
        return location;
    }

    private static String bind(Remote object) throws ExportException {
        String name = "export " + ++names;
        try {
            bind(RmiEndpoint.get(), name, interfaces(object.getClass()).getFirst(), object);
        } catch (IllegalArgumentException e) {
            throw new ExportException("A " + object.getClass().getName() + " cannot be called: " + e.getMessage(), e);
        }
        return name;
    }

    private static <T> void bind(Endpoint endpoint, String name, Class<T> type, Remote object) {
        endpoint.bind(name, type, type.cast(object));
    }

    private static List<String> names(Class<?> type) {
        return interfaces(type).stream().map(Class::getName).toList();
    }

    /** Returns the interfaces of a class that extend Remote, each before its superinterfaces, without Remote itself. */
    private static List<Class<?>> interfaces(Class<?> type) {
        List<Class<?>> all = new ArrayList<>();
        for (@Nullable Class<?> part = type; part != null; part = part.getSuperclass()) {
            for (Class<?> each : part.getInterfaces()) {
                add(each, all);
            }
        }
        return all;
    }

    private static void add(Class<?> type, List<Class<?>> to) {
        if (!Remote.class.isAssignableFrom(type) || type == Remote.class || to.contains(type)) {
            return;
        }
        int at = 0;
        while (at < to.size() && !to.get(at).isAssignableFrom(type)) {
            at++;
        }
        to.add(at, type);
        for (Class<?> parent : type.getInterfaces()) {
            add(parent, to);
        }
    }
}
