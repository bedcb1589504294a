package dev.wherry.codec.compact;

import dev.wherry.spi.GenericTypes;
import java.io.Externalizable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tells whether an object of a class could come to hold itself, by what its fields are declared to hold. */
final class Recursion {
    private final Class<?> from;
    private final Forms forms;
    private final Set<Place> met = new HashSet<>();

    private Recursion(Class<?> from, Forms forms) {
        this.from = from;
        this.forms = forms;
    }

    static boolean of(Class<?> type, Forms forms) {
        return new Recursion(type, forms).throughFields(type);
    }

    private boolean throughFields(Type type) {
        GenericTypes seen = GenericTypes.of(type);
        Class<?> raw = GenericTypes.erase(type);
        // What an Externalizable writes may come out of any of its fields.
        int without =
                Externalizable.class.isAssignableFrom(raw) ? Modifier.STATIC : Modifier.STATIC | Modifier.TRANSIENT;
        for (Field field : Plan.fields(raw, Object.class, without)) {
            if (through(forms.place(seen.resolve(field.getGenericType())))) {
                return true;
            }
        }
        return false;
    }

    private boolean throughAny(List<Place> places) {
        for (Place place : places) {
            if (through(place)) {
                return true;
            }
        }
        return false;
    }

    private boolean through(Place place) {
        Class<?> raw = place.raw;
        if (raw.isPrimitive() || forms.types.isReference(raw) || !met.add(place)) {
            return false;
        }
        List<Place> contents = place.contents();
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
            return Arrays.stream(raw.getPermittedSubclasses()).anyMatch(heir -> through(forms.place(heir)))
                    || (!open && throughFields(place.type));
        }
        // Whatever implements it may lead back here. A subclass of a class that is not abstract keeps its own identity
        // if it leads back to itself, and so breaks the cycle.
        return raw == Object.class || open || throughFields(place.type);
    }
}
