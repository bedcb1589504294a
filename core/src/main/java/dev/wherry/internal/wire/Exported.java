package dev.wherry.internal.wire;

import dev.wherry.internal.invoke.RemoteInterface;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** An object of ours that a peer may call, as the interfaces that it was sent as. */
public final class Exported {
    /** The interfaces of an object that are parsed when they are first used. */
    public interface Unparsed {
        /** Returns the interface of this name; one of the others if the object is not served as it. */
        RemoteInterface parse(String type);
    }

    private final long id;
    private final Object target;
    private final Id128 identity;
    private final int relays;
    /** Weakly: what is exported must not keep an application whose loader nobody else needs. */
    private volatile @Nullable WeakReference<ClassLoader> context;

    private final CopyOnWriteArrayList<RemoteInterface> interfaces = new CopyOnWriteArrayList<>();
    private volatile @Nullable Unparsed unparsed;
    private volatile boolean gone;
    long count;
    long since;

    /** @param relays how many endpoints stand between this one and the object; 0: the object itself is here */
    public Exported(long id, Object target, Id128 identity, int relays) {
        this.id = id;
        this.target = target;
        this.identity = identity;
        this.relays = relays;
    }

    /** Its methods run with this context class loader; the first that is given counts. */
    public Exported runWith(@Nullable ClassLoader loader) {
        if (context == null && loader != null) {
            context = new WeakReference<>(loader);
        }
        return this;
    }

    /** The context class loader of its methods; null: that of the thread which serves them. */
    public @Nullable ClassLoader context() {
        WeakReference<ClassLoader> given = context;
        return given == null ? null : given.get();
    }

    public long id() {
        return id;
    }

    /** The object itself or, if relayed, the reference to it. */
    public Object target() {
        return target;
    }

    public Id128 identity() {
        return identity;
    }

    public int relays() {
        return relays;
    }

    public List<RemoteInterface> interfaces() {
        return interfaces;
    }

    /** Whether what was bound is no longer bound. */
    public boolean isGone() {
        return gone;
    }

    public void end() {
        gone = true;
    }

    public Exported serve(RemoteInterface type) {
        interfaces.addIfAbsent(type);
        return this;
    }

    /** Returns the name of its first interface, for tools. */
    String describe() {
        return interfaces.isEmpty() ? "no interface" : interfaces.getFirst().toString();
    }

    /** Serves the object as interfaces that are parsed when a peer first names them. */
    public Exported serve(Unparsed interfaces) {
        unparsed = interfaces;
        return this;
    }

    /** The interface of this name, if the object is served as it. */
    public @Nullable RemoteInterface as(String type) {
        Unparsed more = unparsed;
        if (more != null) {
            serve(more.parse(type));
        }
        for (RemoteInterface each : interfaces) {
            if (each.type().getName().equals(type)) {
                return each;
            }
        }
        return null;
    }
}
