package dev.wherry.rmi;

import dev.wherry.internal.types.RemoteNames;
import dev.wherry.rmi.registry.Location;
import java.rmi.ConnectException;
import java.rmi.ConnectIOException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerException;
import java.rmi.UnknownHostException;
import java.rmi.UnmarshalException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks up stubs of objects at other endpoints. Failures are the exceptions of Java RMI. */
final class Lookups {
    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private Lookups() {}

    /**
     * Returns a stub of a registered object. It implements all of the object's interfaces that this JVM has.
     *
     * @param host the host of the registry
     * @param port the port of the registry
     */
    static Remote stub(Location location, String host, int port) throws RemoteException {
        String at = location.host().isEmpty() ? host : location.host();
        int through = location.port() == 0 ? port : location.port();
        Remote stub = lookup(at, through, location.name(), known(location).asSubclass(Remote.class));
        ExportedObjects.found(stub, new Location(at, through, location.name(), location.interfaces()));
        return stub;
    }

    static <T> T lookup(String host, int port, String name, Class<T> type) throws RemoteException {
        String address = "tcp://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        try {
            return RmiEndpoint.get().lookup(address + "/" + name.replace(" ", "%20"), type);
        } catch (dev.wherry.CallException e) {
            throw asOfRmi(e, host);
        } catch (IllegalArgumentException e) {
            throw new ConnectIOException("Cannot look up '" + name + "' at " + address + ": " + e.getMessage(), e);
        }
    }

    /** Finds an interface as Java RMI does: by the context class loader, then by the class loaders of the callers. */
    private static Class<?> known(Location location) throws RemoteException {
        for (String name : location.interfaces()) {
            for (ClassLoader loader : loaders()) {
                Class<?> type = RemoteNames.loadRemote(loader, name);
                if (type != null) {
                    return type;
                }
            }
        }
        String all = String.join(", ", location.interfaces());
        throw new UnmarshalException(
                "The object is served as " + all + ", and this JVM has no such interface on its class path",
                new ClassNotFoundException(all));
    }

    private static Set<ClassLoader> loaders() {
        Set<ClassLoader> loaders = new LinkedHashSet<>();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) {
            loaders.add(context);
        }
        CALLERS.forEach(frame -> {
            ClassLoader loader = frame.getDeclaringClass().getClassLoader();
            if (loader != null) {
                loaders.add(loader);
            }
        });
        return loaders;
    }

    private static RemoteException asOfRmi(dev.wherry.CallException failure, String host) {
        String message = String.valueOf(failure.getMessage());
        return switch (failure.code()) {
            case UNAVAILABLE ->
                causes(failure, java.net.UnknownHostException.class)
                        ? new UnknownHostException("Unknown host: " + host, failure)
                        : new ConnectException(message, failure);
            case REFUSED -> new ConnectIOException(message, failure);
            case NOT_FOUND -> {
                RemoteException none = new NoSuchObjectException(message);
                none.detail = failure;
                yield none;
            }
            default -> new ServerException(message, failure);
        };
    }

    private static boolean causes(Throwable failure, Class<? extends Throwable> type) {
        for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return true;
            }
        }
        return false;
    }
}
