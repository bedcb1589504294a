package dev.wherry.internal.mobility;

import dev.wherry.internal.call.RemoteMethod;
import dev.wherry.internal.mobility.Parcel.Reply;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An object of this side that the peer calls by parcels, as the interfaces that it was sent as. For any thread. */
final class CarriedObject implements Carried {
    private final Channel channel;
    private final Object object;
    private final Set<Class<?>> types = ConcurrentHashMap.newKeySet();

    CarriedObject(Channel channel, Object object) {
        this.channel = channel;
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
        RemoteMethod called = channel.served(types, type, method);
        return channel.surroundings().around(() -> channel.serve(object, called, channel.read(called, arguments)));
    }

    @Override
    public void send(String type, String method, Parcel arguments) {
        RemoteMethod called = channel.served(types, type, method);
        var _ = channel.surroundings().around(() -> {
            channel.serveUnheard(object, called, channel.read(called, arguments));
            return Reply.NONE;
        });
    }
}
