package dev.wherry.internal.parcels;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.parcels.Parcel.Reply;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** An object of this side that the peer calls by parcels, as the interfaces that it was sent as. For any thread. */
public final class LocalReferent implements Referent {
    private final boolean ofTask;

    /** Null once its side has ended: whoever holds a stub of it keeps none of its classes. */
    private volatile @Nullable Served served;

    private record Served(Channel channel, ChannelServer server, Object object, Set<Class<?>> types) {}

    LocalReferent(Channel channel, Object object) {
        ofTask = !channel.surroundings().equals(Surroundings.NONE);
        served = new Served(channel, new ChannelServer(channel), object, ConcurrentHashMap.newKeySet());
    }

    /** Whether a task has given it away, and not one who sends tasks. */
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
        return now.channel.surroundings().around(() -> {
            RemoteMethod called = now.server.method(now.types, type, method);
            return now.server.serve(now.object, called, now.server.read(called, arguments));
        });
    }

    @Override
    public void send(String type, String method, Parcel arguments) {
        Served now = served();
        var _ = now.channel.surroundings().around(() -> {
            RemoteMethod called = now.server.method(now.types, type, method);
            now.server.serveUnheard(now.object, called, now.server.read(called, arguments));
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
}
