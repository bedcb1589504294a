package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
import dev.wherry.spi.CodecException;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/** Arrays of objects, of arrays too. The component class is written only where it is not the declared one. */
final class ObjectArrayCodec extends BuiltInCodec {
    private static final int LONGEST_NAME = 1 << 12;

    ObjectArrayCodec() {
        super(Object[].class, true, true, false);
    }

    /** What it is an array of is checked once that is known. */
    @Override
    boolean fits(Slot slot) {
        return slot.raw.isArray() ? !slot.raw.getComponentType().isPrimitive() : super.fits(slot);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        @Nullable Object[] array = (@Nullable Object[]) value;
        Class<?> component = value.getClass().getComponentType();
        Slot elements = elements(component, at);
        if (component == declared(at)) {
            to.out.writeText(null);
        } else if (at.codecs.types.allows(value.getClass())) {
            to.out.writeText(component.getName());
        } else {
            throw at.codecs.types.refusal(value.getClass());
        }
        to.out.writeSize(array.length);
        HomogeneousRun.write(array, elements, to);
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        String name = from.in.readText();
        Class<?> component = name == null ? declared(at) : named(name, at, from);
        if (at.raw.isArray() && !at.raw.getComponentType().isAssignableFrom(component)) {
            throw CodecException.malformed("an array of " + component.getName() + " where a " + at + " is declared");
        }
        @Nullable Object[] array = (@Nullable Object[]) Array.newInstance(component, from.readCount(Long.BYTES, type));
        from.started(id, array);
        try {
            HomogeneousRun.read(array, elements(component, at), from);
        } catch (ArrayStoreException e) {
            throw CodecException.malformed(
                    "an element of " + e.getMessage() + " in an array of " + component.getName());
        }
        return array;
    }

    private static Class<?> declared(Slot at) {
        return at.raw.isArray() && !at.raw.getComponentType().isPrimitive() ? at.raw.getComponentType() : Object.class;
    }

    private static Slot elements(Class<?> component, Slot at) {
        return component == declared(at) ? at.first() : at.codecs.slot(component);
    }

    private static Class<?> named(String name, Slot at, Reader from) {
        if (name.length() > LONGEST_NAME) {
            throw CodecException.malformed("a name of " + name.length() + " characters");
        }
        try {
            return ClassNames.ofArray(name, at.codecs.types);
        } catch (CodecException e) {
            if (from.dropping > 0) {
                return Object.class;
            }
            throw e;
        }
    }
}
