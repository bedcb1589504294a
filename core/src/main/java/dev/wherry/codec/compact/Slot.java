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
 * Where a value stands: a parameter, a result, a field, the elements of a container. It knows what is declared there,
 * which form a value takes there, and which values may arrive there. Public because generated code uses it.
 */
public final class Slot {
    final CodecContext codecs;
    final Type type;
    final Class<?> raw;
    final FieldKind kind;
    private final @Nullable ReferenceCodec reference;
    private volatile @Nullable Slot first;
    private volatile @Nullable Slot second;
    private volatile @Nullable Boolean keeps;
    private @Nullable Last last;
    /**
     * The class of what arrived here first, and so is likely to arrive: written once, as all threads read it. It is of the
     * loader of the declared type or of the JDK's, since others may be unloaded.
     */
    private @Nullable Class<?> fitting;
    /** The form of what was read here last, which fits: most places see one. */
    private @Nullable ValueCodec fittingForm;

    /** The form of the last class seen here: most places see one. */
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

    /** Whether a head says that a value was here before; where objects go by reference, they are not numbered. */
    boolean refersBack(int head) {
        return head == ValueHead.BACK && reference == null;
    }

    /** For texts without heads of their own. */
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

    /** The form that a value takes here. */
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

    /** Whether a stub could stand here, since the declared type is open or an interface. */
    boolean takesStubs() {
        return raw.isInterface() || raw == Object.class;
    }

    /** The form that a head announces, of values that may stand here; where objects go by reference, no values may. */
    @SuppressWarnings("ReferenceEquality") // a form is itself
    ValueCodec codec(int head, Reader from) {
        ValueCodec codec = announced(head, from);
        if (codec != fittingForm) {
            if (reference == null ? !codec.fits(this) : codec != reference) {
                throw misplaced(codec.type.getName());
            }
            fittingForm = codec;
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

    /** Where the elements of a container stand, its keys, or what an optional or an array holds. */
    Slot first() {
        Slot first = this.first;
        if (first == null) {
            this.first = first = argument(0);
        }
        return first;
    }

    /** Where the values of a map stand. */
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

    /** Whether a container here keeps its identity: if all that is mutable does, or if it could come to hold itself. */
    boolean keeps() {
        Boolean keeps = this.keeps;
        if (keeps == null) {
            List<Slot> contents = contents();
            Set<Slot> met = new HashSet<>();
            keeps = codecs.types.preservesIdentity()
                    || contents == null
                    || contents.stream().anyMatch(each -> each.wide(met));
            this.keeps = keeps;
        }
        return keeps;
    }

    /** Whether a container could stand here, or in a container here, that holds what it stands in. */
    private boolean wide(Set<Slot> met) {
        if (reference != null || kind != FieldKind.OPEN || !met.add(this)) {
            return false;
        }
        List<Slot> contents = contents();
        return contents == null
                ? raw == Object.class || (Modifier.isAbstract(raw.getModifiers()) && !raw.isSealed())
                : contents.stream().anyMatch(each -> each.wide(met));
    }

    /** Makes the forms that are certain to be needed here, so that what can never travel is found before a call. */
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
            codecs.codec(raw, this);
        }
    }

    /** Whether what stands here is of the very class that is declared, or of no class that could travel. */
    private boolean isCertain() {
        int modifiers = raw.getModifiers();
        if (Modifier.isFinal(modifiers) || raw.isEnum()) {
            return raw != Void.class;
        }
        // A concrete class of the JDK that nothing could serialize, such as a future, stands for no values of others.
        return raw.getClassLoader() == null
                && raw != Object.class
                && !Modifier.isAbstract(modifiers)
                && !Serializable.class.isAssignableFrom(raw);
    }

    /** Where the parts of a JDK value declared here stand; null if what is declared is no such class. */
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
