package dev.wherry.mobility.internal.parcels;

import dev.wherry.CallOptions;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The {@link References} of a channel: stubs for objects of the peer, and a {@link LocalObject} for each object of this side. */
final class RemoteObjects implements References {
    private final Channel channel;
    private final Connection connection;
    private final ChannelTypes types;
    private final LocalObject.Table ours;

    RemoteObjects(Channel channel, Connection connection, ChannelTypes types) {
        this.channel = channel;
        this.connection = connection;
        this.types = types;
        ours = new LocalObject.Table(channel);
    }

    @Override
    public @Nullable Object atHome(Object object, CallTarget target) {
        if (target instanceof ChannelTarget there) {
            return there.channel().equals(channel) ? there.remoteObject() : null;
        }
        return target.peer().filter(connection.peer()::equals).isPresent() ? object : null;
    }

    @Override
    public RemoteObject of(Object object, List<Class<?>> as) {
        return ours.of(object, as);
    }

    /** From now on calls of this side's objects fail. */
    void end() {
        ours.end();
    }

    @Override
    public @Nullable Object received(
            @Nullable Object home, @Nullable RemoteObject remote, List<String> names, Class<?> declared) {
        Object given = remote == null ? home : remote;
        if (given instanceof LocalObject ours) {
            return ours.object();
        }
        return remote == null ? given : stub(remote, names, declared);
    }

    /** Returns a stub with the declared interface, and with those interfaces of the object that were admitted. */
    private Object stub(RemoteObject object, List<String> names, Class<?> declared) {
        Set<RemoteInterface> as = new LinkedHashSet<>();
        if (declared != Object.class) {
            as.add(channel.parsed(declared));
        }
        for (String name : names) {
            Class<?> type = types.find(name);
            if (type.isInterface() && channel.code().isUsers(type)) {
                as.add(channel.parsed(type));
            }
        }
        if (as.isEmpty()) {
            throw CodecException.malformed(
                    "a reference to an object served as " + names + ", none of which is a user's interface");
        }
        List<RemoteInterface> all = new ArrayList<>(as);
        RemoteObjectRoute calls = RemoteObjectRoute.of(object, connection.own(RemoteObject.class));
        return Stubs.create(
                new ChannelTarget(channel, calls, null),
                all.getFirst(),
                all.subList(1, all.size()),
                CallOptions.none());
    }

    /** Calls an object that the peer has sent by its {@link RemoteObject}. */
    private record RemoteObjectRoute(RemoteObject stub, CallTarget target, RemoteMethod call, RemoteMethod send)
            implements Route {
        static RemoteObjectRoute of(RemoteObject stub, RemoteInterface type) {
            return new RemoteObjectRoute(
                    stub, Stubs.requireTarget(stub), Route.method(type, "call"), Route.method(type, "send"));
        }

        @Override
        public @Nullable Object[] with(RemoteMethod method, Parcel arguments) {
            return new @Nullable Object[] {method.owner().type().getName(), method.key(), arguments};
        }
    }
}
