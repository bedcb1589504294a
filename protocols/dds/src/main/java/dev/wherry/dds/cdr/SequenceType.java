package dev.wherry.dds.cdr;

import dev.wherry.dds.types.Representation;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sequences of objects. In {@link Representation#XCDR2} they have a length in bytes, unless the elements are primitive. */
abstract class SequenceType extends CdrType {
    private static final int OVERHEAD = 64;
    private static final int OF_ELEMENT = 16;

    private final CdrType element;
    private final int bound;

    /** @param bound the most elements; 0: no limit */
    SequenceType(CdrType element, int bound) {
        this.element = element;
        this.bound = bound;
    }

    /** Refuses to write more elements than the bound allows. */
    static void checkBound(CdrWriter to, int bound, int count) {
        if (bound > 0 && count > bound) {
            throw to.failure(count + " elements, of which there are at most " + bound);
        }
    }

    /** Writes the elements, of which there are so many. */
    final void write(CdrWriter to, int count, Iterable<?> elements) {
        checkBound(to, bound, count);
        boolean delimited = to.delimits() && !element.isPrimitive();
        int start = delimited ? to.beginLength() : 0;
        to.writeInt(count);
        int i = 0;
        for (Object each : elements) {
            try {
                element.writeRequired(to, each);
            } catch (CdrException e) {
                throw e.within("[" + i + "]");
            }
            i++;
        }
        if (i != count) {
            throw to.failure("the collection has changed while it was written");
        }
        if (delimited) {
            to.endLength(start);
        }
    }

    @Override
    final Object read(CdrReader from) {
        from.enter();
        boolean delimited = from.delimits() && !element.isPrimitive();
        int outer = delimited ? from.beginLength() : 0;
        int count = from.readCount(1, bound);
        from.hold(OVERHEAD + (long) OF_ELEMENT * count);
        Object read = read(from, count);
        if (delimited) {
            from.endLength(outer);
        }
        from.leave();
        return read;
    }

    /** Reads so many elements. */
    abstract Object read(CdrReader from, int count);

    /** Reads one element. */
    final Object readElement(CdrReader from, int at) {
        try {
            return element.read(from);
        } catch (CdrException e) {
            throw e.within("[" + at + "]");
        }
    }

    @Override
    int lengthCode() {
        return element.isPrimitive() && element.lengthCode() == 1
                ? ParameterHeaders.LENGTH_FOLLOWS
                : ParameterHeaders.BEGINS_WITH_LENGTH
                        + (element.isPrimitive() ? Math.max(0, element.lengthCode() - 1) : 0);
    }

    /** Collections. */
    static final class OfCollection extends SequenceType {
        private final Supplier<? extends Collection<@Nullable Object>> maker;

        OfCollection(CdrType element, int bound, Supplier<? extends Collection<@Nullable Object>> maker) {
            super(element, bound);
            this.maker = maker;
        }

        @Override
        void write(CdrWriter to, Object value) {
            Collection<?> collection = (Collection<?>) value;
            write(to, collection.size(), collection);
        }

        @Override
        Object read(CdrReader from, int count) {
            Collection<@Nullable Object> read = maker.get();
            if (read instanceof Set<?>) {
                KeyedValues keys = new KeyedValues(from, count);
                for (int i = 0; i < count; i++) {
                    keys.begin();
                    keys.add(readElement(from, i));
                }
                keys.fill(read);
            } else {
                for (int i = 0; i < count; i++) {
                    read.add(readElement(from, i));
                }
            }
            return read;
        }

        @Override
        Object missing(CdrReader from) {
            from.hold(OVERHEAD);
            return maker.get();
        }
    }

    /** Arrays. */
    static final class OfArray extends SequenceType {
        private final Class<?> component;

        OfArray(CdrType element, int bound, Class<?> component) {
            super(element, bound);
            this.component = component;
        }

        @Override
        void write(CdrWriter to, Object value) {
            Object[] array = (Object[]) value;
            write(to, array.length, Arrays.asList(array));
        }

        @Override
        Object read(CdrReader from, int count) {
            Object[] read = (Object[]) Array.newInstance(component, count);
            for (int i = 0; i < count; i++) {
                read[i] = readElement(from, i);
            }
            return read;
        }

        @Override
        Object missing(CdrReader from) {
            from.hold(OVERHEAD);
            return Array.newInstance(component, 0);
        }
    }
}
