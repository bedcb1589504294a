package dev.wherry.mobility.internal.parcels;

import dev.wherry.Limits;
import dev.wherry.mobility.internal.parcels.Parcel.Luggage;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parcel being read. For one thread. */
final class Unpacking extends Decoding {
    private static final int MOST_INTERFACES = 64;
    private static final int LONGEST_NAME = 1 << 12;

    private final Channel channel;
    private final Luggage luggage;

    Unpacking(Channel channel, Parcel parcel) {
        super(new In(parcel.body()));
        this.channel = channel;
        luggage = parcel.all();
    }

    @Override
    public Definition definition(int number) {
        return channel.vocabulary().get(number);
    }

    @Override
    public void keep(int definition, Object reader, long bytes) {
        channel.vocabulary().codecMemory().keep(definition, reader, bytes);
    }

    @Override
    public int versions(int definition, Class<?> type) {
        return channel.vocabulary().codecMemory().versions(definition, type);
    }

    @Override
    public Object readReference(Class<?> declared, Types types) {
        int index = in().readSize();
        int count = in().readCount(1);
        if (index < 0
                || index >= Math.min(luggage.home().size(), luggage.referents().size())
                || count > MOST_INTERFACES) {
            throw CodecException.malformed("reference " + index + " of a parcel with "
                    + luggage.home().size() + ", as " + count + " interfaces");
        }
        List<String> names = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            names.add(in().readName(LONGEST_NAME));
        }
        Object object = object(index, names, declared);
        if (!declared.isInstance(object)) {
            throw CodecException.malformed("a reference to an object that is no " + declared.getName()
                    + ", which stands here, but was sent as " + names);
        }
        return object;
    }

    void checkEnd() {
        if (in().remaining() > 0) {
            throw CodecException.malformed(in().remaining() + " bytes after the values of a parcel");
        }
    }

    private @Nullable Object object(int index, List<String> names, Class<?> declared) {
        RemoteObject referent = luggage.referents().get(index);
        Object given = referent == null ? luggage.home().get(index) : referent;
        if (given instanceof LocalObject ours) {
            return ours.object(); // it has come home
        }
        return referent == null ? given : channel.referents().stub(referent, names, declared);
    }

    @Override
    public Limits limits() {
        return channel.limits();
    }
}
