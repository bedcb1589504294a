package dev.wherry.codec.compact;

import dev.wherry.reflect.GenericTypes;
import dev.wherry.spi.CodecException;
import java.io.Serializable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A declared place of values: a parameter, a result, a field, or the elements of a container. It knows the declared
 * type, chooses the codec of a value, and checks which values may arrive. Public because generated code uses it.
 */
public final class Slot {
    final CodecContext codecs;
    final Type type;
    final Class<?> raw;
    final FieldKind kind;
    private final @Nullable ReferenceCodec reference;
    private volatile @Nullable Slot first;
    private volatile @Nullable Slot second;
    private volatile @Nullable Boolean preserves;
    private @Nullable Last last;
    /**
     * The class of the first value that arrived here, which most others have too. It is written once, since all threads
     * read it. Its class loader is that of the declared type or of the JDK: classes of others may be unloaded.
     */
    private @Nullable Class<?> fitting;
    /** The codec of the last value that was read here and fits. Most slots see one codec. */
    private @Nullable ValueCodec fittingCodec;

    /** The codec of the last class that was written here. Most slots see one class. */
    private record Last(Class<?> type, ValueCodec codec) {}

    Slot(CodecContext codecs, Type type) {
        this.codecs = codecs;
        this.type = type;
        this.raw = GenericTypes.erase(type);
        this.kind = raw == String.class && codecs.types.preservesIdentity() ? FieldKind.OPEN : FieldKind.of(raw);
        this.reference = codecs.types.isReference(raw) ? new ReferenceCodec(raw) : null;
    }

    boolean text() {
        return kind == FieldKind.TEXT;
    }

    /** Writes a value with its head. */
    public void write(@Nullable Object value, Writer to) {
        if (value == null) {
            to.out.writeByte(ValueHead.NULL);
        } else {
            codec(value, to).put(value, this, to);
        }
    }

    /** Reads a value with its head. */
    public @Nullable Object read(Reader from) {
        int head = from.in.readSize();
        if (head == ValueHead.NULL) {
            return null;
        }
        return checked(refersBack(head) ? from.readBack() : codec(head, from).get(this, from));
    }

    /** Writes a value as a field of a kind. */
    void write(FieldKind kind, @Nullable Object value, Writer to) {
        if (kind == FieldKind.OPEN) {
            write(value, to);
        } else {
            kind.write(value, to.out);
        }
    }

    /** Reads a value as a field of a kind. */
    @Nullable
    Object read(FieldKind kind, Reader from) {
        return kind == FieldKind.OPEN ? read(from) : kind.read(from.in);
    }

    /**
     * Skips a value of a kind with its parts. Values of known classes are read, because others may refer back to them.
     */
    void skip(FieldKind kind, Reader from) {
        from.dropping++;
        read(kind, from);
        from.dropping--;
    }

    /** Returns whether a head is a reference back. Objects that are passed by reference are not numbered. */
    boolean refersBack(int head) {
        return head == ValueHead.BACK && reference == null;
    }

    /** Refuses text without heads if objects are passed by reference here. */
    void checkTakesTexts() {
        if (reference != null) {
            throw misplaced(String.class.getName());
        }
    }

    Object checked(@Nullable Object value) {
        if (value != null && value.getClass() == fitting) {
            return value;
        }
        if (value == null || !raw.isInstance(value)) {
            throw misplaced(value == null ? "null" : value.getClass().getName());
        }
        if (fitting == null) {
            ClassLoader loader = value.getClass().getClassLoader();
            if (loader == null || loader.equals(raw.getClassLoader())) {
                fitting = value.getClass();
            }
        }
        return value;
    }

    /** Returns the codec of a value here. */
    ValueCodec codec(Object value, Writer to) {
        Last last = this.last;
        if (last == null || last.type != value.getClass()) {
            if (reference != null) {
                return reference;
            }
            this.last =
                    last = new Last(value.getClass(), codecs.codec(value, this).at(this));
        }
        ValueCodec codec = last.codec;
        return codec instanceof ReferenceCodec.Only && takesStubs() && to.encoding.travelsByReference(value)
                ? ReferenceCodec.OPEN
                : codec;
    }

    /** Returns whether a stub could be here, because the declared type is Object or an interface. */
    boolean takesStubs() {
        return raw.isInterface() || raw == Object.class;
    }

    /**
     * Returns the codec that a head names, if its values may be here. Where objects are passed by reference, no values
     * may.
     */
    @SuppressWarnings("ReferenceEquality") // there is one codec of a class
    ValueCodec codec(int head, Reader from) {
        ValueCodec codec = announced(head, from);
        if (codec != fittingCodec) {
            if (reference == null ? !codec.fits(this) : codec != reference) {
                throw misplaced(codec.type.getName());
            }
            fittingCodec = codec;
        }
        return codec;
    }

    private CodecException misplaced(String what) {
        return CodecException.misplaced(what, type.getTypeName());
    }

    private ValueCodec announced(int head, Reader from) {
        if (head == ValueHead.REFERENCE) {
            return reference == null ? ReferenceCodec.OPEN : reference;
        }
        return codecs.announced(head, this, from);
    }

    /** Returns the slot of the elements of a container, of its keys, or of the value of an optional or array. */
    Slot first() {
        Slot first = this.first;
        if (first == null) {
            this.first = first = argument(0);
        }
        return first;
    }

    /** Returns the slot of the values of a map. */
    Slot second() {
        Slot second = this.second;
        if (second == null) {
            this.second = second = argument(1);
        }
        return second;
    }

    private Slot argument(int index) {
        if (index == 0 && raw.isArray()) {
            return codecs.slot(
                    type instanceof GenericArrayType a ? a.getGenericComponentType() : raw.getComponentType());
        }
        Class<?> generic = Iterable.class.isAssignableFrom(raw) ? Iterable.class : raw;
        if (Map.class.isAssignableFrom(raw)) {
            generic = Map.class;
        }
        Type[] arguments = codecs.parts(raw) > 0 ? GenericTypes.arguments(type, generic) : null;
        return arguments == null || arguments.length <= index ? codecs.open : codecs.slot(arguments[index]);
    }

    /** Returns whether a container here is numbered: if all mutable values are, or if it could come to hold itself. */
    boolean preservesIdentity() {
        Boolean preserves = this.preserves;
        if (preserves == null) {
            List<Slot> contents = contents();
            preserves = codecs.types.preservesIdentity() || contents == null || isAnyWide(contents, new HashSet<>());
            this.preserves = preserves;
        }
        return preserves;
    }

    /** Returns whether a container could be here, or in a container here, that holds the container of this slot. */
    private boolean wide(Set<Slot> met) {
        if (reference != null || kind != FieldKind.OPEN || !met.add(this)) {
            return false;
        }
        List<Slot> contents = contents();
        return contents == null
                ? raw == Object.class || (Modifier.isAbstract(raw.getModifiers()) && !raw.isSealed())
                : isAnyWide(contents, met);
    }

    private static boolean isAnyWide(List<Slot> slots, Set<Slot> met) {
        boolean any = false;
        for (Slot each : slots) {
            any = any || each.wide(met);
        }
        return any;
    }

    /**
     * Makes the codecs that are certain to be needed here, so that values that can never travel are refused before a
     * call.
     */
    void check(Set<Slot> met) {
        if (reference != null || raw.isPrimitive() || !met.add(this)) {
            return;
        }
        List<Slot> contents = contents();
        if (contents != null) {
            for (Slot part : contents) {
                part.check(met);
            }
        } else if (isCertain()) {
            codecs.check(raw, this);
        }
    }

    /** Returns whether values here are of exactly the declared class, or of a class that could not travel. */
    private boolean isCertain() {
        int modifiers = raw.getModifiers();
        if (Modifier.isFinal(modifiers) || raw.isEnum()) {
            return raw != Void.class;
        }
        // A concrete class of the JDK that cannot be serialized, such as a future, can never travel.
        return raw.getClassLoader() == null
                && raw != Object.class
                && !Modifier.isAbstract(modifiers)
                && !Serializable.class.isAssignableFrom(raw);
    }

    /** Returns the slots of the parts of a declared JDK value; null if another class is declared. */
    @Nullable
    List<Slot> contents() {
        int parts = raw.isArray() ? (raw.getComponentType().isPrimitive() ? 0 : 1) : codecs.parts(raw);
        return switch (parts) {
            case -1 -> null;
            case 0 -> List.of();
            case 1 -> List.of(first());
            default -> List.of(first(), second());
        };
    }

    @Override
    public String toString() {
        return type.getTypeName();
    }
}
