package dev.wherry.internal.parcels;

import dev.wherry.internal.call.RemoteMethod;
import dev.wherry.internal.parcels.Parcel.Reply;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An object of this side that the peer calls by parcels, as the interfaces that it was sent as. For any thread. */
final class LocalReferent implements Referent {
    private final Channel channel;
    private final ChannelServer server;
    private final Object object;
    private final Set<Class<?>> types = ConcurrentHashMap.newKeySet();

    LocalReferent(Channel channel, Object object) {
        this.channel = channel;
        server = new ChannelServer(channel);
        this.object = object;
    }

    Object object() {
        return object;
    }

    void serve(List<Class<?>> more) {
        types.addAll(more);
    }

    @Override
    public Reply call(String type, String method, Parcel arguments) {
        RemoteMethod called = server.method(types, type, method);
        return channel.surroundings().around(() -> server.serve(object, called, server.read(called, arguments)));
    }

    @Override
    public void send(String type, String method, Parcel arguments) {
        RemoteMethod called = server.method(types, type, method);
        var _ = channel.surroundings().around(() -> {
            server.serveUnheard(object, called, server.read(called, arguments));
            return Reply.NONE;
        });
    }
}
