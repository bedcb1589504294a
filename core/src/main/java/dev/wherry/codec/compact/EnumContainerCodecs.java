package dev.wherry.codec.compact;

import dev.wherry.codec.Snapshot;
import dev.wherry.spi.CodecException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/** EnumSet and EnumMap. Each is written with one constant that shows its class, if there is one. */
final class EnumContainerCodecs {
    private EnumContainerCodecs() {}

    @SuppressWarnings({"unchecked", "rawtypes"}) // the JDK checks each element again
    private static Class constantClass(@Nullable Object constant, Slot elements) {
        if (constant instanceof Enum<?> some) {
            return some.getDeclaringClass();
        }
        if (elements.raw.isEnum()) {
            return elements.raw;
        }
        throw CodecException.malformed("an empty enum container of no known class; declare it with its type argument");
    }

    /** Returns a constant of the class of the keys of an empty map. */
    private static Object someKey(EnumMap<?, ?> map, Slot at) {
        Object keys = SerialFields.of(EnumMap.class).takeDefault(map).get("keyType");
        if (keys instanceof Class<?> type && type.getEnumConstants().length > 0) {
            return type.getEnumConstants()[0];
        }
        throw CodecException.impossible(
                "The class of the keys of an empty EnumMap is not known, since it has no constants and " + at
                        + " is declared. Declare it as an EnumMap or Map of that class");
    }

    /** Returns the memory of a container with four bytes for so many constants. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // as above
    private static long memory(Class constants, int each) {
        return 64 + 4L * EnumSet.allOf(constants).size() / each;
    }

    static final class Sets extends BuiltInCodec {
        Sets() {
            super(EnumSet.class, true, true, false);
        }

        @Override
        void write(Object value, Slot at, Writer to) {
            EnumSet<?> set = (EnumSet<?>) value;
            Collection<?> some = set.isEmpty() ? EnumSet.complementOf(set) : set;
            at.first().write(some.isEmpty() ? null : some.iterator().next(), to);
            @Nullable Object[] elements = Snapshot.of(set);
            to.out.writeSize(elements.length);
            HomogeneousRun.write(elements, at.first(), to);
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"}) // as above
        Object read(Slot at, Reader from, int id) {
            Class constants = constantClass(at.first().read(from), at.first());
            from.takeMemory(memory(constants, Byte.SIZE), type);
            EnumSet<?> set = EnumSet.noneOf(constants);
            from.started(id, set);
            @Nullable Object[] elements = new @Nullable Object[from.readCount(Long.BYTES, type)];
            HomogeneousRun.read(elements, at.first(), from);
            CheckedInsertion.fill((Collection) set, elements, from.budget());
            return set;
        }
    }

    static final class Maps extends BuiltInCodec {
        Maps() {
            super(EnumMap.class, true, true, false);
        }

        @Override
        void write(Object value, Slot at, Writer to) {
            EnumMap<?, ?> map = (EnumMap<?, ?>) value;
            @Nullable Object[] entries = Snapshot.of(map);
            to.out.writeSize(entries.length / 2);
            if (entries.length == 0) {
                at.first().write(at.first().raw.isEnum() ? null : someKey(map, at), to);
            }
            for (int i = 0; i < entries.length; i++) {
                (i % 2 == 0 ? at.first() : at.second()).write(entries[i], to);
            }
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"}) // as above
        Object read(Slot at, Reader from, int id) {
            int size = from.readCount();
            Object key = at.first().read(from);
            Class constants = constantClass(key, at.first());
            from.takeMemory(memory(constants, 1), type);
            EnumMap map = new EnumMap<>(constants);
            from.started(id, map);
            for (int i = 0; i < size; i++) {
                Object value = at.second().read(from);
                try {
                    map.put((Enum) key, value);
                } catch (RuntimeException e) {
                    throw ErrorPath.thrown(e, "Filling an EnumMap");
                }
                key = i + 1 < size ? at.first().read(from) : null;
            }
            return map;
        }
    }
}
