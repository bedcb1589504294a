package dev.wherry.codec.compact;

import dev.wherry.PreserveIdentity;
import dev.wherry.codec.ClassNames;
import dev.wherry.codec.SerialForm;
import dev.wherry.codec.StubTypes;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Types;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The codecs of all that may travel in the calls of one interface, made when they are first needed. For any thread. */
final class ValueCodecs extends CodecContext implements Definition.Interpreter {
    /** The most versions of one class that one peer may define. No history of a class explains more. */
    private static final int MOST_VERSIONS = 8;
    /** Bytes of memory of the references to a codec that is made for a definition. */
    private static final int MEMORY_OF_CODEC = 256;

    /** The codecs of classes that may be unloaded before the declared types. The classes themselves keep them. */
    private static final ClassValue<Map<ValueCodecs, ValueCodec>> OF_OTHERS = new ClassValue<>() {
        @Override
        protected Map<ValueCodecs, ValueCodec> computeValue(Class<?> type) {
            return Collections.synchronizedMap(new WeakHashMap<>());
        }
    };

    private final CodeGeneration generation;
    private final ValueCodec serial = new SerialFormCodec(Object.class);
    private final Map<Class<?>, ValueCodec> byClass = new ConcurrentHashMap<>();
    /** The codecs of peers' definitions, for as long as their sessions hold the definitions. */
    private final Map<Definition, Understood> understood = Collections.synchronizedMap(new WeakHashMap<>());

    private final Map<Type, ValueCodec> byType = new ConcurrentHashMap<>();

    /** @param first the definition of several equal ones for which this is held */
    private record Understood(WeakReference<Definition> first, ValueCodec codec) {}

    ValueCodecs(Types types, CodeGeneration generation) {
        super(types);
        this.generation = generation;
    }

    /**
     * Returns the codec of a value in a slot. For a lambda the value is needed: its class does not show the method that
     * it calls.
     */
    @Override
    ValueCodec codec(Object value, Slot at) {
        Class<?> type = value.getClass();
        if (value instanceof Serializable && LambdaCodec.is(type) && known(type) == null) {
            if (ComposedComparator.of(value) != null) {
                return BuiltInCodecs.comparator();
            }
            LambdaCodec.Description lambda = LambdaCodec.Description.of(value);
            if (lambda.isAllowed(types)) {
                lambda.checkIsMadeAgain(LambdaCodec.Description.take(value));
                keep(type, new LambdaCodec(type, lambda, lambda.schema(), this));
            }
        }
        return codec(type, at);
    }

    /** Makes the codec, unless it is of a class of which the JDK gives the version, which takes it milliseconds. */
    @Override
    void check(Class<?> type, Slot at) {
        if (ExternalizableCodec.has(type) && types.allows(type)) {
            SerialMethods.requireExternalizable(type);
        } else {
            codec(type, at);
        }
    }

    /** Returns the codec of objects of exactly this class in a slot. */
    private ValueCodec codec(Class<?> type, Slot at) {
        BuiltInCodec builtIn = BuiltInCodecs.of(type);
        if (builtIn != null) {
            if (builtIn.isRegistered() && !types.allows(type)) {
                throw types.refusal(type);
            }
            return builtIn;
        }
        BuiltInCodec standIn = standIn(type, at);
        if (standIn != null) {
            return standIn;
        }
        ValueCodec own = own(type);
        return !own.references.isEmpty() && StubTypes.fit(own.references, at.raw)
                ? ReferenceCodec.OPEN
                : specific(own, at);
    }

    /**
     * Returns the codec of the JDK container that objects of this class arrive as. A class of the program is replaced
     * only if that loses nothing: it may not travel as itself, and adds no fields.
     */
    private @Nullable BuiltInCodec standIn(Class<?> type, Slot at) {
        BuiltInCodec standIn = BuiltInCodecs.standIn(type);
        if (standIn == null) {
            return null;
        }
        if (!ClassNames.isOfJdk(type)) {
            if (types.allows(type)) {
                return null;
            }
            BuiltInCodec inherited = BuiltInCodecs.inherited(type);
            standIn = inherited != null && at.raw.isAssignableFrom(inherited.type) ? inherited : standIn;
        }
        if (!at.raw.isAssignableFrom(standIn.type)) {
            return null;
        }
        if (ClassLayout.addsFields(type)) {
            if (mayBeReference(type)) {
                return null;
            }
            String refusal = Objects.requireNonNull(types.refusal(type).getMessage());
            throw CodecException.impossible(refusal
                    + (refusal.endsWith(".") ? "" : ".")
                    + " It has fields of its own, which a plain copy would lose. To send the copy, pass it:"
                    + " new java.util."
                    + (Map.class.isAssignableFrom(type) ? "LinkedHashMap" : "ArrayList") + "<>(it)");
        }
        return standIn;
    }

    /** Returns the codec of a class of the program. */
    @Override
    ValueCodec own(Class<?> type) {
        ValueCodec codec = known(type);
        return codec == null ? keep(type, make(type)) : codec;
    }

    private @Nullable ValueCodec known(Class<?> type) {
        ValueCodec codec = byClass.get(type);
        return codec != null || isAsOld(type) ? codec : OF_OTHERS.get(type).get(this);
    }

    private ValueCodec keep(Class<?> type, ValueCodec made) {
        ValueCodec other = isAsOld(type)
                ? byClass.putIfAbsent(type, made)
                : OF_OTHERS.get(type).putIfAbsent(this, made);
        return other == null ? made : other;
    }

    /** Returns whether a class is unloaded with the declared types, or later. */
    private boolean isAsOld(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        ClassLoader each = types.root().getClassLoader();
        while (each != null && !each.equals(loader)) {
            each = each.getParent();
        }
        return loader == null || each != null;
    }

    /** Returns the codec of a class with type arguments, which the types of its fields may depend on. */
    private ValueCodec specific(ValueCodec codec, Slot at) {
        if (at.raw != codec.type || at.type == codec.type || !(codec instanceof ObjectCodec general)) {
            return codec;
        }
        ValueCodec with = byType.get(at.type);
        if (with == null) {
            with = general.with(at.type);
            ValueCodec other = byType.putIfAbsent(at.type, with);
            return other == null ? with : other;
        }
        return with;
    }

    private ValueCodec make(Class<?> type) {
        List<Class<?>> references = types.references(type);
        ValueCodec made;
        try {
            made = value(type);
        } catch (CodecException e) {
            if (references.isEmpty()) {
                throw e;
            }
            made = new ReferenceCodec.Only(type, types);
        }
        made.references = references;
        return made;
    }

    private ValueCodec value(Class<?> type) {
        boolean reference = mayBeReference(type);
        Class<?> parent = type.getSuperclass();
        Class<?> named = parent != null && parent.isEnum() ? parent : type; // a constant with a body is of a subclass
        if (LambdaCodec.is(type) && Comparator.class.isAssignableFrom(type)) {
            throw Comparators.refusal(type);
        }
        if (LambdaCodec.is(type) && !reference) {
            throw CodecException.refused(
                    "a lambda (" + type.getName() + ")",
                    "A lambda is never a value, unless it is a serializable one in a task (see"
                            + " dev.wherry.mobility.Task). Pass a record that holds what it captures, or declare the place"
                            + " by an interface annotated @ByReference.");
        }
        if (!types.allows(named)) {
            if (reference && !named.isEnum()) {
                return new ReferenceCodec.Only(type, types);
            }
            if (Serializable.class.isAssignableFrom(named) && SerialMethods.writeReplace(named) != null) {
                return new SerialFormCodec(type); // the object that replaces it may travel, or is refused there
            }
            throw types.refusal(named);
        }
        if (named.isEnum()) {
            return EnumCodec.of(named);
        }
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers()) || Proxy.isProxyClass(type)) {
            throw types.refusal(type);
        }
        boolean throwable = ExceptionCodec.has(type);
        if (throwable && ClassNames.isOfJdk(type)) {
            return ExceptionCodec.of(type, this);
        }
        if (ExternalizableCodec.has(type)) {
            return ExternalizableCodec.of(type, this);
        }
        if (SerialForm.has(type) || (!throwable && Throwable.class.isAssignableFrom(type))) {
            return new SerialFormCodec(type);
        }
        if (throwable) {
            return ExceptionCodec.of(type, this);
        }
        return Singletons.has(type) ? Singletons.SingletonCodec.of(type) : ObjectCodec.of(type, this, generation);
    }

    /** Returns whether the objects of a record or class are numbered, see {@link PreserveIdentity}. */
    @Override
    boolean preservesIdentity(Class<?> type) {
        return type.isAnnotationPresent(PreserveIdentity.class)
                || types.preservesIdentity()
                || CycleAnalysis.of(type, this);
    }

    /**
     * Returns whether objects of a class could have been exported. They implement an interface that is not of the JDK.
     */
    private boolean mayBeReference(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Class<?> implemented : each.getInterfaces()) {
                if (implemented.getClassLoader() != null
                        || types.isReference(implemented)
                        || mayBeReference(implemented)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether a type permits only classes that it names, so that no other can be registered. */
    private static boolean isClosed(Class<?> type) {
        return Modifier.isFinal(type.getModifiers())
                || (type.isSealed()
                        && Arrays.stream(type.getPermittedSubclasses()).allMatch(ValueCodecs::isClosed));
    }

    @Override
    ValueCodec announced(int head, Slot at, Reader from) {
        if (ValueHead.isDefinition(head)) {
            return defined(ValueHead.number(head), at, from);
        }
        if (ValueHead.isBuiltIn(head)) {
            return BuiltInCodecs.at(ValueHead.number(head));
        }
        return switch (head) {
            case ValueHead.NUMBERED -> {
                int inner = from.in.readSize();
                if (!ValueHead.isBuiltIn(inner)) {
                    throw CodecException.malformed("head " + inner + " after " + head);
                }
                yield BuiltInCodecs.at(ValueHead.number(inner)).withIdentity;
            }
            case ValueHead.SERIAL -> serial;
            default -> throw CodecException.malformed("head " + Integer.toUnsignedString(head));
        };
    }

    @Override
    int parts(Class<?> declared) {
        return BuiltInCodecs.parts(declared);
    }

    /** Returns the codec of values whose class a peer has defined. */
    private ValueCodec defined(int number, Slot at, Reader from) {
        Definition definition = from.decoding.definition(number);
        Object known = definition.meaning(this);
        return known instanceof ValueCodec codec && !(codec instanceof UnknownClassCodec)
                ? specific(codec, at)
                : met(definition, number, (UnknownClassCodec) known, at, from);
    }

    /** Returns the codec of a class that is used for the first time, or whose name was unknown before. */
    private ValueCodec met(
            Definition definition, int number, @Nullable UnknownClassCodec before, Slot at, Reader from) {
        @Nullable UnknownClassCodec unknown = before;
        if (unknown != null && from.dropping > 0) {
            return unknown;
        }
        Schema schema = unknown == null ? Schema.of(definition, from.budget()) : null;
        String className = schema == null ? Objects.requireNonNull(unknown).className : schema.className();
        Class<?> type;
        try {
            type = types.find(className);
        } catch (CodecException e) {
            if (schema != null && schema.shape() != Schema.Shape.LAMBDA) {
                from.decoding.keep(number, this, MEMORY_OF_CODEC + UnknownClassCodec.bytes(schema));
                unknown = new UnknownClassCodec(this, schema);
                remember(definition, unknown);
            }
            if (from.dropping > 0 && unknown != null) {
                return unknown;
            }
            throw isClosed(at.raw)
                    ? CodecException.incompatible("Refused: " + className + " is not among the classes that "
                            + at.raw.getName() + " permits here")
                    : e;
        }
        schema = schema == null ? Schema.of(definition, from.budget()) : schema;
        if (schema.shape() == Schema.Shape.LAMBDA) {
            from.decoding.keep(number, this, MEMORY_OF_CODEC + schema.bytes());
            return specific(remember(definition, LambdaCodec.of(schema, type, this)), at);
        }
        return specific(remember(definition, understand(schema, number, definition, own(type), from)), at);
    }

    /** Records the codec of a definition. Another session with an equal definition uses the same codec. */
    private ValueCodec remember(Definition definition, ValueCodec made) {
        Understood shared;
        synchronized (understood) {
            shared = understood.get(definition);
            if (shared == null) {
                shared = new Understood(new WeakReference<>(definition), made);
                understood.put(definition, shared);
            } else if (shared.codec instanceof UnknownClassCodec) {
                shared = new Understood(shared.first, made);
                understood.put(definition, shared);
            }
        }
        definition.meaning(this, shared.codec);
        return shared.codec;
    }

    @Override
    public void forget(Definition definition) {
        understood.computeIfPresent(definition, (equal, shared) -> shared.first.refersTo(definition) ? null : shared);
    }

    /** Returns the codec of a peer's values of a class: the local one if both have the same version. */
    private ValueCodec understand(Schema schema, int number, Definition definition, ValueCodec local, Reader from) {
        if (!(local instanceof SchemaCodec codec) || !codec.schema.resembles(schema)) {
            throw CodecException.impossible("The peer's " + schema.className() + " is a "
                    + schema.shape().name().toLowerCase(Locale.ROOT)
                    + ", the class of that name here is of another kind. Bring both sides to the same version of it");
        }
        if (Arrays.equals(codec.definition.content(), definition.content())) {
            return codec;
        }
        if (from.decoding.versions(number, local.type) > MOST_VERSIONS) {
            throw CodecException.limit(
                    "more than " + MOST_VERSIONS + " other versions of " + local.type.getName() + " in one session",
                    "versions of a class");
        }
        from.decoding.keep(number, this, MEMORY_OF_CODEC + schema.bytes());
        return codec.as(schema);
    }
}
