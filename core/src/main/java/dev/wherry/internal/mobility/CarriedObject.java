package dev.wherry.internal.mobility;

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
    public Parcel.Reply call(String type, String method, Parcel arguments) {
        return channel.serve(object, channel.served(types, type, method), arguments);
    }

    @Override
    public void send(String type, String method, Parcel arguments) {
        channel.serveUnheard(object, channel.served(types, type, method), arguments);
    }
}
