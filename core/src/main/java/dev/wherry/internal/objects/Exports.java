package dev.wherry.internal.objects;

import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.wire.Identities;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** The objects that a program has exported without a name. They are always sent by reference. For any thread. */
public final class Exports {
    private final Identities identities;
    private final IdentityHashMap<Object, List<RemoteInterface>> exported = new IdentityHashMap<>();

    public Exports(Identities identities) {
        this.identities = identities;
    }

    public synchronized void add(Object object, List<RemoteInterface> as) {
        List<RemoteInterface> before = exported.get(object);
        if (before == null) {
            identities.export(object);
        }
        List<RemoteInterface> all = new ArrayList<>(before == null ? List.of() : before);
        as.stream().filter(each -> !all.contains(each)).forEach(all::add);
        exported.put(object, List.copyOf(all));
    }

    /** Returns whether it was exported. */
    public synchronized boolean remove(Object object) {
        if (exported.remove(object) == null) {
            return false;
        }
        identities.unexport(object);
        return true;
    }

    /** Returns the interfaces that an object is exported as; empty if it is not exported. */
    public synchronized List<RemoteInterface> interfaces(Object object) {
        return exported.getOrDefault(object, List.of());
    }

    /** Whether any is exported as an interface that extends {@code java.rmi.Remote}. */
    public synchronized boolean anyRemote() {
        return exported.values().stream().flatMap(List::stream).anyMatch(RemoteInterface::rmi);
    }

    public synchronized void clear() {
        List.copyOf(exported.keySet()).forEach(this::remove);
    }
}
