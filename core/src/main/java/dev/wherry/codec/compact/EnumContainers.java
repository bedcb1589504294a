package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** EnumSet and EnumMap. Each is written with one constant that tells its class, if there is one to be found. */
final class EnumContainers {
    private EnumContainers() {}

    @SuppressWarnings({"unchecked", "rawtypes"}) // the class is looked at: the JDK checks each element again
    private static Class constantClass(@Nullable Object constant, Place elements) {
        if (constant instanceof Enum<?> some) {
            return some.getDeclaringClass();
        }
        if (elements.raw.isEnum()) {
            return elements.raw;
        }
        throw CodecException.malformed("an empty enum container of no known class; declare it with its type argument");
    }

    static final class Sets extends BuiltIn {
        Sets() {
            super(EnumSet.class);
        }

        @Override
        boolean container() {
            return true;
        }

        @Override
        boolean mutable() {
            return true;
        }

        @Override
        void write(Object value, Place at, Writer to) {
            EnumSet<?> set = (EnumSet<?>) value;
            Collection<?> some = set.isEmpty() ? EnumSet.complementOf(set) : set;
            at.first().write(some.isEmpty() ? null : some.iterator().next(), to);
            to.out.writeSize(set.size());
            Run.write(set.toArray(), at.first(), to);
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"}) // as above
        Object read(Place at, Reader from, int slot) {
            EnumSet<?> set = EnumSet.noneOf(constantClass(at.first().read(from), at.first()));
            from.started(slot, set);
            @Nullable Object[] elements = new @Nullable Object[from.readCount()];
            Run.read(elements, at.first(), from);
            Filling.fill((Collection) set, elements);
            return set;
        }
    }

    static final class Maps extends BuiltIn {
        Maps() {
            super(EnumMap.class);
        }

        @Override
        boolean container() {
            return true;
        }

        @Override
        boolean mutable() {
            return true;
        }

        @Override
        void write(Object value, Place at, Writer to) {
            EnumMap<?, ?> map = (EnumMap<?, ?>) value;
            to.out.writeSize(map.size());
            if (map.isEmpty() && !at.first().raw.isEnum()) {
                throw CodecException.impossible("An empty EnumMap does not tell the class of its keys where " + at
                        + " is declared. Declare it as an EnumMap or Map of that class");
            }
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                at.first().write(entry.getKey(), to);
                at.second().write(entry.getValue(), to);
            }
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"}) // as above
        Object read(Place at, Reader from, int slot) {
            int size = from.readCount();
            Object key = size == 0 ? null : at.first().read(from);
            EnumMap map = new EnumMap<>(constantClass(key, at.first()));
            from.started(slot, map);
            for (int i = 0; i < size; i++) {
                Object value = at.second().read(from);
                try {
                    map.put((Enum) key, value);
                } catch (RuntimeException e) {
                    throw Trail.thrown(e, "Filling an EnumMap");
                }
                key = i + 1 < size ? at.first().read(from) : null;
            }
            return map;
        }
    }
}
