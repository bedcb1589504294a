package dev.wherry.mobility.internal.parcels;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Limits;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.mobility.internal.bundles.ChannelCode;
import dev.wherry.mobility.internal.bundles.Connection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One side of a workspace in one session: the state for encoding values to parcels and decoding them. Each parcel reports how many
 * of the other side's definitions were received, so that each definition is sent until it is confirmed. For any thread.
 */
public final class Channel {
    static final int COMPACT = 0;

    private final Connection connection;
    private final ChannelCode code;
    private final CallScope scope;
    private final Limits limits;
    private final ChannelTypes types;
    private final ChannelDefinitions definitions = new ChannelDefinitions();
    private final RemoteObjects objects;
    private final Map<Class<?>, RemoteInterface> interfaces = new ConcurrentHashMap<>();

    /** @param scope runs the methods of this side's objects */
    public Channel(Connection connection, ChannelCode code, CallScope scope) {
        this.connection = connection;
        this.code = code;
        this.scope = scope;
        limits = connection.options().limits();
        types = new ChannelTypes(connection.registered(), code);
        objects = new RemoteObjects(this, connection, types);
    }

    ChannelCode code() {
        return code;
    }

    CallScope scope() {
        return scope;
    }

    /** Returns an interface whose values this channel encodes and decodes. */
    public RemoteInterface parsed(Class<?> type) {
        RemoteInterface known = interfaces.get(type);
        if (known == null) {
            known = RemoteInterface.of(type, connection.options(), connection.codecs(), types);
            interfaces.put(type, known);
        }
        return known;
    }

    /** Begins to encode a parcel. */
    Packing packing() {
        return new Packing(definitions, objects, limits);
    }

    /** Returns the parcel of a call. The first one names the source of this side's classes. */
    Parcel asking(Packing packing) {
        return packing.parcel(definitions.known(), code.introduction(definitions.count(), definitions.peerKnows()));
    }

    /** Returns the parcel of an answer. */
    Parcel answering(Packing packing) {
        return packing.parcel(definitions.known(), code.announcement(definitions.count(), definitions.peerKnows()));
    }

    /** Begins to decode a parcel. Its definitions count as received only after its code was admitted. */
    Unpacking open(Parcel parcel) {
        if (parcel.code() != null) {
            code.returned(parcel.code());
        }
        try {
            definitions.learn(parcel);
        } catch (ProtocolException e) {
            throw new CallException(Code.CODEC, "Cannot read a parcel: " + e.getMessage(), e);
        }
        code.confirmed(definitions.peerKnows());
        return new Unpacking(parcel, definitions, objects, limits);
    }

    /** Admits the code that a call needs, or refuses its sender. Called before anything else is done for the call. */
    public void admit(Parcel arguments) {
        code.admit(arguments.code());
    }

    /** Releases the classes and objects of the channel, when none of its calls runs. */
    public void end() {
        code.end();
        objects.end();
    }
}
