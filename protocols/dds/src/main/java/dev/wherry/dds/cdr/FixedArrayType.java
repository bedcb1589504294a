package dev.wherry.dds.cdr;

import java.lang.reflect.Array;

/** Arrays of objects that have a fixed length. An array of arrays is one array with several dimensions. */
final class FixedArrayType extends CdrType {
    private static final int OVERHEAD = 16;
    private static final int OF_ELEMENT = 4;

    private final CdrType element;
    private final Class<?> component;
    private final int length;
    private final boolean ofPrimitives;

    FixedArrayType(CdrType element, Class<?> component, int length) {
        this.element = element;
        this.component = component;
        this.length = length;
        ofPrimitives = element.isPrimitive()
                || (element instanceof ArrayType array && array.isFixed())
                || (element instanceof FixedArrayType inner && inner.ofPrimitives);
    }

    /** Refuses to write an array of another length. */
    static void checkLength(CdrWriter to, int expected, int count) {
        if (count != expected) {
            throw to.failure("an array of " + expected + " elements has " + count);
        }
    }

    @Override
    void write(CdrWriter to, Object value) {
        boolean delimited = to.delimits() && !ofPrimitives;
        int start = delimited ? to.beginLength() : 0;
        writeElements(to, (Object[]) value);
        if (delimited) {
            to.endLength(start);
        }
    }

    private void writeElements(CdrWriter to, Object[] array) {
        checkLength(to, length, array.length);
        for (int i = 0; i < length; i++) {
            try {
                if (element instanceof FixedArrayType inner && array[i] != null) {
                    inner.writeElements(to, (Object[]) array[i]);
                } else {
                    element.writeRequired(to, array[i]);
                }
            } catch (CdrException e) {
                throw e.within("[" + i + "]");
            }
        }
    }

    @Override
    Object read(CdrReader from) {
        boolean delimited = from.delimits() && !ofPrimitives;
        int outer = delimited ? from.beginLength() : 0;
        Object[] read = readElements(from);
        if (delimited) {
            from.endLength(outer);
        }
        return read;
    }

    private Object[] readElements(CdrReader from) {
        from.enter();
        Object[] read = allocate(from);
        for (int i = 0; i < length; i++) {
            try {
                read[i] = element instanceof FixedArrayType inner ? inner.readElements(from) : element.read(from);
            } catch (CdrException e) {
                throw e.within("[" + i + "]");
            }
        }
        from.leave();
        return read;
    }

    private Object[] allocate(CdrReader from) {
        from.hold(OVERHEAD + (long) OF_ELEMENT * length);
        return (Object[]) Array.newInstance(component, length);
    }

    @Override
    Object missing(CdrReader from) {
        Object[] made = allocate(from);
        for (int i = 0; i < length; i++) {
            made[i] = element.missing(from);
        }
        return made;
    }
}
