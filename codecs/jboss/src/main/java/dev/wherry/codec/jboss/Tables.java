package dev.wherry.codec.jboss;

import dev.wherry.codec.library.Shapes;
import dev.wherry.codec.library.Writing;
import dev.wherry.spi.CodecException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jboss.marshalling.ClassTable;
import org.jboss.marshalling.Marshaller;
import org.jboss.marshalling.ObjectTable;
import org.jboss.marshalling.Unmarshaller;
import org.jspecify.annotations.Nullable;

/**
 * What river asks for before it does as it would. All classes have the numbers that the session gives their names, from 1; 0
 * is the superclass of the one before. What travels aside, and what hashes, is written here and has identities of its own.
 */
final class Tables implements ClassTable, ObjectTable {
    /** Of river's tags, whose names are not public, ID_PREDEFINED_PLAIN_CLASS: what an array holds. */
    private static final int PLAIN = 0x0e;

    /** ID_PREDEFINED_SERIALIZABLE_CLASS. */
    private static final int OBJECTS = 0x10;

    /** ID_PREDEFINED_ENUM_TYPE_CLASS. */
    private static final int ENUMS = 0x13;

    private static final int BACK = -1;
    private static final int ASIDE = -2;

    private final Shapes shapes;
    private final @Nullable Writing to;
    private final IdentityHashMap<Object, Integer> written = new IdentityHashMap<>();
    private final List<Object> read = new ArrayList<>();
    private @Nullable Class<?> last;

    /** @param to null where a value is read */
    Tables(Shapes shapes, @Nullable Writing to) {
        this.shapes = shapes;
        this.to = to;
    }

    @Override
    public ClassTable.Writer getClassWriter(Class<?> type) {
        return this::writeClass;
    }

    private void writeClass(Marshaller marshaller, Class<?> type) throws IOException {
        boolean parent = last != null && last.getSuperclass() == type;
        marshaller.writeInt(parent ? 0 : Objects.requireNonNull(to).type(type) + 1);
        last = type;
    }

    @Override
    public Class<?> readClass(Unmarshaller unmarshaller) throws IOException {
        Watched watched = (Watched) unmarshaller;
        int kind = watched.tag;
        int number = watched.readInt();
        Class<?> parent = number == 0 && kind == OBJECTS && last != null ? last.getSuperclass() : null;
        Class<?> type = parent != null ? parent : watched.from.type(number - 1);
        boolean written = parent != null ? type.getClassLoader() != null : shapes.hasFields(type);
        if (kind == OBJECTS ? !written : kind != PLAIN && kind != ENUMS) {
            throw CodecException.malformed("a class of kind " + kind + ": " + type.getName());
        }
        last = type;
        return type;
    }

    @Override
    public ObjectTable.@Nullable Writer getObjectWriter(Object object) {
        Class<?> type = object.getClass();
        return shapes.isAside(type) || shapes.isFilled(type) ? this::writeObject : null;
    }

    private void writeObject(Marshaller marshaller, Object object) throws IOException {
        Writing writing = Objects.requireNonNull(to);
        Integer before = written.putIfAbsent(object, written.size());
        if (before != null) {
            marshaller.writeInt(BACK);
            marshaller.writeInt(before);
        } else if (shapes.isAside(object.getClass())) {
            marshaller.writeInt(ASIDE);
            writing.aside(object);
        } else {
            @Nullable Object[] parts = writing.parts(object);
            marshaller.writeInt(writing.type(shapes.writtenAs(object.getClass())));
            marshaller.writeInt(parts.length);
            for (Object part : parts) {
                marshaller.writeObject(part);
            }
        }
    }

    @Override
    public Object readObject(Unmarshaller unmarshaller) throws IOException, ClassNotFoundException {
        Watched watched = (Watched) unmarshaller;
        int kind = watched.readInt();
        if (kind == BACK) {
            return read.get(watched.readInt());
        }
        Object object = kind == ASIDE ? watched.from.aside() : shapes.empty(watched.from.type(kind));
        read.add(object);
        if (kind != ASIDE) {
            @Nullable Object[] parts = new @Nullable Object[watched.from.room(watched.readInt())];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = watched.readObject();
            }
            watched.from.fill(object, parts);
        }
        return object;
    }
}
