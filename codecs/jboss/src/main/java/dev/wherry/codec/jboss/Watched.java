package dev.wherry.codec.jboss;

import dev.wherry.codec.library.Reading;
import dev.wherry.codec.library.Shapes;
import java.io.IOException;
import org.jboss.marshalling.MarshallingConfiguration;
import org.jboss.marshalling.UnmarshallingObjectInputFilter.FilterInfo;
import org.jboss.marshalling.UnmarshallingObjectInputFilter.Status;
import org.jboss.marshalling.reflect.SerializableClassRegistry;
import org.jboss.marshalling.river.RiverMarshallerFactory;
import org.jboss.marshalling.river.RiverUnmarshaller;

/** An unmarshaller whose last tag can be asked for, and that looks at lengths, depth and what hashes. */
final class Watched extends RiverUnmarshaller {
    private static final int NONE = -1;
    /** Of river's tags, whose names are not public, ID_STRING_LARGE. */
    private static final int LONG_TEXT = 0x40;

    final Reading from;

    /** The byte that said what comes. */
    int tag = NONE;

    Watched(RiverMarshallerFactory factory, Shapes shapes, Reading from) {
        super(factory, SerializableClassRegistry.getInstance(), configuration(shapes, from));
        this.from = from;
    }

    private static MarshallingConfiguration configuration(Shapes shapes, Reading from) {
        MarshallingConfiguration configuration = River.configuration(shapes, null);
        configuration.setObjectResolver(new Plain(shapes));
        configuration.setUnmarshallingFilter(info -> check(info, shapes, from));
        return configuration;
    }

    private static Status check(FilterInfo info, Shapes shapes, Reading from) {
        if (info.getDepth() > from.depth()) {
            throw from.tooDeep();
        }
        if (info.getArrayLength() >= 0) {
            from.room((int) Math.min(info.getArrayLength(), Integer.MAX_VALUE));
        }
        Class<?> type = info.getUnmarshalledClass();
        return type != null && shapes.isFilled(type) ? Status.REJECTED : Status.ALLOWED;
    }

    @Override
    public int readUnsignedByte() throws IOException {
        tag = super.readUnsignedByte();
        return tag;
    }

    /** Whatever the tag before it, its first number is its length. */
    @Override
    protected String readString() throws IOException {
        tag = LONG_TEXT;
        return super.readString();
    }

    /** The length of a text is the one that no filter is shown. */
    @Override
    public int readInt() throws IOException {
        int value = super.readInt();
        boolean length = tag == LONG_TEXT;
        tag = NONE;
        return length ? from.room(value) : value;
    }
}
