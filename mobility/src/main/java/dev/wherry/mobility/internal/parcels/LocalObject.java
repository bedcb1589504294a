package dev.wherry.mobility.internal.parcels;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** An object of this side that the peer calls by parcels, as the interfaces that it was sent as. For any thread. */
public final class LocalObject implements RemoteObject {
    private final boolean ofTask;

    /** Null after its channel has ended, so that a stub of it keeps none of its classes. */
    private volatile @Nullable Served served;

    private record Served(Channel channel, ChannelServer server, Object object, Set<Class<?>> types) {}

    LocalObject(Channel channel, Object object) {
        ofTask = !channel.scope().equals(CallScope.NONE);
        served = new Served(channel, new ChannelServer(channel), object, ConcurrentHashMap.newKeySet());
    }

    /** Returns whether a task has passed it to the peer, not a sender of tasks. */
    public boolean isOfTask() {
        return ofTask;
    }

    Object object() {
        return served().object;
    }

    void serve(List<Class<?>> more) {
        served().types.addAll(more);
    }

    void end() {
        served = null;
    }

    @Override
    public Reply call(String type, String method, Parcel arguments) {
        Served now = served();
        return now.channel.scope().around(() -> {
            RemoteMethod called = now.server.method(now.types, type, method);
            return now.server.serve(now.object, called, now.server.read(called, arguments));
        });
    }

    @Override
    public void send(String type, String method, Parcel arguments) {
        Served now = served();
        var _ = now.channel.scope().around(() -> {
            RemoteMethod called = now.server.method(now.types, type, method);
            now.server.serveOneWay(now.object, called, now.server.read(called, arguments));
            return Reply.NONE;
        });
    }

    private Served served() {
        Served known = served;
        if (known == null) {
            throw new CallException(Code.NOT_FOUND, "The object was released with its workspace");
        }
        return known;
    }

    /** The objects that one channel has sent by reference. Each has one {@link LocalObject}, so that its stubs are equal. Thread-safe. */
    static final class Table {
        private final Channel channel;
        private final Map<Same, WeakReference<LocalObject>> all = new HashMap<>();
        private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
        private boolean ended;

        Table(Channel channel) {
            this.channel = channel;
        }

        /** Returns the local object of an object. Keeps neither of them reachable. */
        synchronized LocalObject of(Object object, List<Class<?>> types) {
            if (ended) {
                throw new CallException(
                        Code.NOT_FOUND,
                        "The call was not made, since the objects in it were released with their workspace");
            }
            for (Object each = gone.poll(); each != null; each = gone.poll()) {
                all.remove(each);
            }
            WeakReference<LocalObject> known = all.get(new Same(object, null));
            LocalObject referent = known == null ? null : known.get();
            if (referent == null) {
                referent = new LocalObject(channel, object);
                all.put(new Same(object, gone), new WeakReference<>(referent));
            }
            referent.serve(types);
            return referent;
        }

        /** From now on calls of these objects fail, even if the peer has stubs of them. */
        synchronized void end() {
            ended = true;
            for (WeakReference<LocalObject> each : all.values()) {
                LocalObject known = each.get();
                if (known != null) {
                    known.end();
                }
            }
            all.clear();
        }

        /** An object as a key, by identity. */
        private static final class Same extends WeakReference<Object> {
            private final int hash;

            Same(Object object, @Nullable ReferenceQueue<Object> queue) {
                super(object, queue);
                hash = System.identityHashCode(object);
            }

            @Override
            public int hashCode() {
                return hash;
            }

            @Override
            @SuppressWarnings("ReferenceEquality")
            public boolean equals(Object other) {
                return this == other || (other instanceof Same same && get() != null && get() == same.get());
            }
        }
    }
}
