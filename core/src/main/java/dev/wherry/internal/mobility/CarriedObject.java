package dev.wherry.internal.mobility;

import java.util.List;

/** An object of this side that the peer calls by parcels, as the interfaces that it was sent as. */
record CarriedObject(Channel channel, Object object, List<Class<?>> types) implements Carried {
    @Override
    public Parcel.Reply call(String type, String method, Parcel arguments) {
        return channel.serve(object, channel.served(types, type, method), arguments);
    }

    @Override
    public void send(String type, String method, Parcel arguments) {
        channel.serveUnheard(object, channel.served(types, type, method), arguments);
    }
}
