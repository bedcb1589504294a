package dev.wherry.codec.jboss;

import dev.wherry.codec.library.Reading;
import dev.wherry.codec.library.Shapes;
import dev.wherry.codec.library.Writing;
import dev.wherry.spi.CodecException;
import java.io.Externalizable;
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
 * The tables that river asks for classes and objects before it writes or reads them itself. All classes have the numbers that
 * the session gives their names; a superclass needs none. Objects that travel aside, and containers that hash, are written here
 * and are numbered apart from river's.
 */
final class Tables implements ClassTable, ObjectTable {
    private static final int BACK = -1;
    private static final int ASIDE = -2;

    private final Shapes shapes;
    private final @Nullable Writing to;
    private final IdentityHashMap<Object, Integer> written = new IdentityHashMap<>();
    private final List<Object> read = new ArrayList<>();

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
        if (!((SilentMarshaller) marshaller).takeSuperclass()) {
            marshaller.writeInt(Objects.requireNonNull(to).type(type));
        }
    }

    @Override
    public Class<?> readClass(Unmarshaller unmarshaller) throws IOException {
        Watched watched = (Watched) unmarshaller;
        Class<?> type = watched.place == Place.SUPERCLASS ? watched.superclass() : named(watched);
        watched.last = type;
        return type;
    }

    private static Class<?> named(Watched watched) throws IOException {
        Class<?> type = watched.from.type(watched.readInt());
        if (type.isArray() || tag(type) != watched.tag) {
            throw CodecException.malformed("a " + type.getName() + " with tag 0x" + Integer.toHexString(watched.tag));
        }
        return type;
    }

    /** Returns the tag with which river writes a class that is not an array. */
    private static int tag(Class<?> type) {
        if (type.isEnum()) {
            return Place.ENUM_CLASS;
        }
        if (type.isInterface() || !River.hasDescriptor(type)) {
            return Place.PLAIN_CLASS;
        }
        return Externalizable.class.isAssignableFrom(type) ? Place.EXTERNALIZABLE_CLASS : Place.SERIALIZABLE_CLASS;
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
        Object object = kind == ASIDE ? watched.from.aside() : empty(watched.from.type(kind), watched.from);
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

    private Object empty(Class<?> type, Reading from) {
        from.object(type);
        return shapes.empty(type);
    }
}
