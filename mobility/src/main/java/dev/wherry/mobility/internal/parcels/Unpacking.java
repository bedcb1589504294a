package dev.wherry.mobility.internal.parcels;

import dev.wherry.Limits;
import dev.wherry.mobility.internal.parcels.Parcel.Attachments;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Types;
import java.util.ArrayList;
import java.util.List;

/** Decodes a parcel. For one thread. */
final class Unpacking extends Decoding {
    private static final int MOST_INTERFACES = 64;
    private static final int LONGEST_NAME = 1 << 12;

    private final ChannelDefinitions definitions;
    private final References references;
    private final Limits limits;
    private final Attachments attachments;

    Unpacking(Parcel parcel, ChannelDefinitions definitions, References references, Limits limits) {
        super(new In(parcel.body()));
        this.definitions = definitions;
        this.references = references;
        this.limits = limits;
        attachments = parcel.all();
    }

    @Override
    public Definition definition(int number) {
        return definitions.get(number);
    }

    @Override
    public void keep(int definition, Object reader, long bytes) {
        definitions.codecMemory().keep(definition, reader, bytes);
    }

    @Override
    public int versions(int definition, Class<?> type) {
        return definitions.codecMemory().versions(definition, type);
    }

    @Override
    public Object readReference(Class<?> declared, Types types) {
        int index = in().readSize();
        int count = in().readCount(1);
        if (index < 0
                || index
                        >= Math.min(
                                attachments.home().size(), attachments.remote().size())
                || count > MOST_INTERFACES) {
            throw CodecException.malformed("reference " + index + " of a parcel with "
                    + attachments.home().size() + ", as " + count + " interfaces");
        }
        List<String> names = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            names.add(in().readName(LONGEST_NAME));
        }
        Object object = references.received(
                attachments.home().get(index), attachments.remote().get(index), names, declared);
        if (!declared.isInstance(object)) {
            throw CodecException.malformed(
                    "a reference to an object of " + names + " where a " + declared.getName() + " is expected");
        }
        return object;
    }

    void checkEnd() {
        if (in().remaining() > 0) {
            throw CodecException.malformed(in().remaining() + " bytes after the values of a parcel");
        }
    }

    @Override
    public Limits limits() {
        return limits;
    }
}
