package dev.wherry.mobility.internal.parcels;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Limits;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.bundles.ExchangedCode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One side of a workspace in one session: what it takes to make parcels of values, and values of parcels. Both sides say
 * what they have learnt of the other's definitions with each parcel, so that each is sent until it has come, and no longer.
 * For any thread.
 */
public final class Channel {
    static final int COMPACT = 0;

    private final Connection connection;
    private final ExchangedCode code;
    private final CallScope surroundings;
    private final ChannelTypes types;
    private final Vocabulary vocabulary = new Vocabulary();
    private final RemoteObjects referents;
    private final Map<Class<?>, RemoteInterface> interfaces = new ConcurrentHashMap<>();

    /** @param surroundings of the methods of this side's objects */
    public Channel(Connection connection, ExchangedCode code, CallScope surroundings) {
        this.connection = connection;
        this.code = code;
        this.surroundings = surroundings;
        types = new ChannelTypes(connection.registered(), code);
        referents = new RemoteObjects(this, connection, types);
    }

    ExchangedCode code() {
        return code;
    }

    Limits limits() {
        return connection.options().limits();
    }

    CallScope surroundings() {
        return surroundings;
    }

    Vocabulary vocabulary() {
        return vocabulary;
    }

    RemoteObjects referents() {
        return referents;
    }

    public RemoteInterface parsed(Class<?> type) {
        RemoteInterface known = interfaces.get(type);
        if (known == null) {
            known = RemoteInterface.of(type, connection.options(), connection.codecs(), types);
            interfaces.put(type, known);
        }
        return known;
    }

    /** A call, which tells the peer who calls. */
    Parcel asking(Packing packing) {
        return packing.parcel(vocabulary.known(), code.introduction(vocabulary.count(), vocabulary.peerKnows()));
    }

    Parcel answering(Packing packing) {
        return packing.parcel(vocabulary.known(), code.announcement(vocabulary.count(), vocabulary.peerKnows()));
    }

    /** Nothing of it counts as known before its code was let in. */
    Unpacking open(Parcel parcel) {
        if (parcel.code() != null) {
            code.returned(parcel.code());
        }
        try {
            vocabulary.learn(parcel);
        } catch (ProtocolException e) {
            throw new CallException(Code.CODEC, "Cannot read a parcel: " + e.getMessage(), e);
        }
        code.heard(vocabulary.peerKnows());
        return new Unpacking(this, parcel);
    }

    /** Takes in what a call needs; or refuses its sender, before anything is done for him. */
    public void admit(Parcel arguments) {
        code.admit(arguments.code());
    }

    /** Nothing of it runs any more. */
    public void end() {
        code.end();
        referents.end();
    }
}
