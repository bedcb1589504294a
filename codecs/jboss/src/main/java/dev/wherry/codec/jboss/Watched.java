package dev.wherry.codec.jboss;

import dev.wherry.codec.library.Reading;
import dev.wherry.codec.library.Shapes;
import dev.wherry.spi.CodecException;
import java.io.IOException;
import java.util.Objects;
import org.jboss.marshalling.MarshallingConfiguration;
import org.jboss.marshalling.UnmarshallingObjectInputFilter.FilterInfo;
import org.jboss.marshalling.UnmarshallingObjectInputFilter.Status;
import org.jboss.marshalling.reflect.SerializableClassRegistry;
import org.jboss.marshalling.river.RiverMarshallerFactory;
import org.jboss.marshalling.river.RiverUnmarshaller;
import org.jspecify.annotations.Nullable;

/** An unmarshaller that accepts each tag only where {@link SilentMarshaller} writes it, and that checks lengths and depth. */
final class Watched extends RiverUnmarshaller {
    final Reading from;
    private final Shapes shapes;

    /** Where the last tag stood. */
    Place place = Place.OBJECT;

    int tag;

    /** The class that was read last. */
    @Nullable
    Class<?> last;

    private Place next = Place.OBJECT;
    /** Whether the next byte is not a tag: the first one is river's version. */
    private boolean number = true;
    /** Whether the next number is the length of a text. */
    private boolean textLength;

    private int dimensions;
    private int depth;

    Watched(RiverMarshallerFactory factory, Shapes shapes, Reading from) {
        super(factory, SerializableClassRegistry.getInstance(), configuration(shapes, from));
        this.shapes = shapes;
        this.from = from;
    }

    private static MarshallingConfiguration configuration(Shapes shapes, Reading from) {
        MarshallingConfiguration configuration = River.configuration(shapes, null);
        configuration.setUnmarshallingFilter(info -> check(info, shapes, from));
        return configuration;
    }

    private static Status check(FilterInfo info, Shapes shapes, Reading from) {
        if (info.getDepth() > from.depth()) {
            throw from.tooDeep();
        }
        Class<?> type = info.getUnmarshalledClass();
        boolean written;
        if (info.getArrayLength() >= 0) {
            from.room((int) Math.min(info.getArrayLength(), Integer.MAX_VALUE));
            type = type.arrayType();
            written = !shapes.isAside(type);
        } else {
            from.object(type);
            written = isWritten(type, shapes);
        }
        if (!written) {
            throw CodecException.malformed("a " + type.getName() + ", which is written otherwise");
        }
        return Status.ALLOWED;
    }

    /** Whether objects of this class are written: a reference may lead to a class that only an array's elements have. */
    private static boolean isWritten(Class<?> type, Shapes shapes) {
        if (type.isEnum()) {
            return !shapes.isAside(type);
        }
        return River.hasDescriptor(type) ? shapes.hasFields(type) : !type.isArray();
    }

    /** Reads what {@link Tables} asks for; the filter does not see how deep that is. */
    @Override
    protected Object doReadObject(boolean unshared) throws ClassNotFoundException, IOException {
        if (++depth > from.depth()) {
            throw from.tooDeep();
        }
        Object read = super.doReadObject(unshared);
        depth--;
        return read;
    }

    /** Reads a tag, or a number of one byte: river calls it for nothing else. */
    @Override
    public int readUnsignedByte() throws IOException {
        int value = super.readUnsignedByte();
        if (number) {
            number = false;
            return value;
        }
        place = next;
        tag = value;
        if (!place.has(tag) || (place == Place.SUPERCLASS && !isOfSuperclass())) {
            throw CodecException.malformed("tag 0x" + Integer.toHexString(tag) + ", which is not written as " + place);
        }
        if (place == Place.OBJECT) {
            from.element();
        }
        dimensions = tag == Place.ARRAY_CLASS ? dimensions + 1 : 0;
        if (dimensions > 0) {
            shapes.find("[".repeat(dimensions + 1) + "I"); // throws if no array may have so many
        }
        next = place.after(tag);
        number = place.hasNumber(tag);
        textLength = tag == Place.LARGE_STRING;
        return tag;
    }

    private boolean isOfSuperclass() {
        return River.hasDescriptor(superclass()) == (tag == Place.SERIALIZABLE_CLASS);
    }

    Class<?> superclass() {
        return Objects.requireNonNull(Objects.requireNonNull(last).getSuperclass());
    }

    /** Reads a text without a tag of its own, whose length comes first. */
    @Override
    protected String readString() throws IOException {
        textLength = true;
        return super.readString();
    }

    /** Checks the length of a text, the only one that the filter does not see. */
    @Override
    public int readInt() throws IOException {
        int value = super.readInt();
        boolean length = textLength;
        textLength = false;
        return length ? from.room(value) : value;
    }
}
