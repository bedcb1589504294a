package dev.wherry.codec.compact;

import dev.wherry.reflect.GenericTypes;
import java.io.Externalizable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds out whether an object of a class could come to hold itself, from the declared types of its fields. */
final class CycleAnalysis {
    private final Class<?> from;
    private final CodecContext codecs;
    private final Set<Slot> met = new HashSet<>();

    private CycleAnalysis(Class<?> from, CodecContext codecs) {
        this.from = from;
        this.codecs = codecs;
    }

    static boolean of(Class<?> type, CodecContext codecs) {
        return new CycleAnalysis(type, codecs).throughFields(type);
    }

    private boolean throughFields(Type type) {
        GenericTypes seen = GenericTypes.of(type);
        Class<?> raw = GenericTypes.erase(type);
        // An Externalizable may write the value of any field.
        int without =
                Externalizable.class.isAssignableFrom(raw) ? Modifier.STATIC : Modifier.STATIC | Modifier.TRANSIENT;
        for (Field field : ClassLayout.fields(raw, Object.class, without)) {
            if (through(codecs.slot(seen.resolve(field.getGenericType())))) {
                return true;
            }
        }
        return false;
    }

    private boolean throughAny(List<Slot> slots) {
        for (Slot slot : slots) {
            if (through(slot)) {
                return true;
            }
        }
        return false;
    }

    private boolean through(Slot slot) {
        Class<?> raw = slot.raw;
        if (raw.isPrimitive() || codecs.types.isReference(raw) || !met.add(slot)) {
            return false;
        }
        List<Slot> contents = slot.contents();
        if (contents != null) {
            return throughAny(contents);
        }
        if (raw.isAssignableFrom(from) || from.isAssignableFrom(raw)) {
            return true;
        }
        if (raw.isEnum()) {
            return false;
        }
        boolean open = Modifier.isAbstract(raw.getModifiers());
        if (raw.isSealed()) {
            return Arrays.stream(raw.getPermittedSubclasses()).anyMatch(heir -> through(codecs.slot(heir)))
                    || (!open && throughFields(slot.type));
        }
        // An implementation may refer back to the class. A subclass of a class that is not abstract keeps its own
        // identity if it refers back to itself, and so breaks the cycle.
        return raw == Object.class || open || throughFields(slot.type);
    }
}
