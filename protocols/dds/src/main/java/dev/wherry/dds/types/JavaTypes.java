package dev.wherry.dds.types;

import dev.wherry.ByReference;
import dev.wherry.dds.Mutable;
import dev.wherry.dds.Value;
import dev.wherry.dds.types.DataType.Enumeration;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.reflect.GenericTypes;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Maps Java types to DDS types, by their declarations alone. No name that a peer sends is ever looked up as a class. For any thread.
 *
 * <table>
 * <caption>The mapping</caption>
 * <tr><td>{@code boolean short int long float double}<td>the type of DDS with the same values
 * <tr><td>{@code byte}, {@code char}<td>{@code octet}, {@code wchar}
 * <tr><td>{@code String}, {@code BigDecimal}, {@code BigInteger}, {@code LocalDate} and such, {@code URI}<td>{@code string}
 * <tr><td>{@code Instant}, {@code Duration}<td>a structure of seconds and nanoseconds
 * <tr><td>{@code UUID}<td>an array of 16 octets
 * <tr><td>enum<td>an enumeration; a constant has its position as number, or its {@code Value}
 * <tr><td>record, class with fields<td>a structure, appendable by default
 * <tr><td>sealed type<td>a union, whose discriminator is the position of the class in {@code permits}, or its {@code Case}
 * <tr><td>collection, array<td>a sequence
 * <tr><td>map<td>a sequence of structures with {@code key} and {@code value}
 * <tr><td>{@code Optional} and such, {@code Nullable} member, box outside of {@code NullMarked} code<td>an optional member
 * </table>
 *
 * <p>The annotations {@code Unsigned}, {@code Signed}, {@code Narrow}, {@code Bound} and {@code Length} choose a type of DDS that is not
 * the default of the Java type, and {@code Name} another name.
 */
public final class JavaTypes {
    private static final int MOST_TYPES = 2_000;
    private static final int DEEPEST = 100;

    private final Map<Type, JavaType> known = new HashMap<>();
    private final Map<String, Type> names = new HashMap<>();
    private final Set<Type> open = new HashSet<>();
    private final Representation representation;
    private int depth;

    /** Begins a mapping for XCDR2. */
    public JavaTypes() {
        this(Representation.XCDR2);
    }

    /**
     * Begins a mapping for an encoding. For XCDR1 all types are final, since vendors agree on those alone, and types that are {@link
     * Mutable} are refused.
     */
    public JavaTypes(Representation representation) {
        this.representation = representation;
    }

    Representation representation() {
        return representation;
    }

    /**
     * Returns how values of a declared type are sent.
     *
     * @throws UnsupportedTypeException if they cannot be
     */
    public synchronized JavaType of(Type type) throws UnsupportedTypeException {
        return part(type, AppliedType.erase(type).getSimpleName());
    }

    /** Returns the type of a part. */
    JavaType part(Type type, String path) throws UnsupportedTypeException {
        try {
            if (++depth > DEEPEST) {
                throw new UnsupportedTypeException("types are nested more than " + DEEPEST + " deep");
            }
            return find(AppliedType.normal(type));
        } catch (UnsupportedTypeException e) {
            throw e.within(path);
        } finally {
            depth--;
        }
    }

    private JavaType find(Type type) throws UnsupportedTypeException {
        if (type instanceof RefinedType refined) {
            return refined.find(this);
        }
        Class<?> raw = AppliedType.erase(type);
        JavaType scalar = raw == void.class || raw == Void.class ? null : ScalarTypes.of(raw);
        if (scalar != null) {
            return scalar;
        }
        if (raw == Optional.class
                || raw == OptionalInt.class
                || raw == OptionalLong.class
                || raw == OptionalDouble.class) {
            throw new UnsupportedTypeException("only a member, parameter or result can be an " + raw.getSimpleName());
        }
        JavaType before = known.get(type);
        if (before != null) {
            return before;
        }
        if (!open.add(type)) {
            throw new UnsupportedTypeException(
                    raw.getName() + " contains itself, which types of DDS cannot. Refer to other values by a key");
        }
        try {
            JavaType container = ContainerTypes.of(type, raw, this);
            JavaType found = container != null ? container : ofProgram(type, raw);
            if (known.size() >= MOST_TYPES) {
                throw new UnsupportedTypeException("more than " + MOST_TYPES + " types are reached");
            }
            known.put(type, found);
            return found;
        } finally {
            open.remove(type);
        }
    }

    private JavaType ofProgram(Type type, Class<?> raw) throws UnsupportedTypeException {
        if (raw.isEnum()) {
            return constants(raw);
        }
        refuse(type, raw);
        return raw.isSealed() ? CaseTypes.of(type, raw, this) : ClassTypes.of(type, raw, this);
    }

    private JavaType constants(Class<?> raw) throws UnsupportedTypeException {
        List<Enumeration.Literal> literals = new ArrayList<>();
        Set<Integer> numbers = new HashSet<>();
        int next = 0;
        for (Field each : raw.getDeclaredFields()) {
            if (each.isEnumConstant()) {
                Value value = each.getAnnotation(Value.class);
                int number = value == null ? next : value.value();
                if (!numbers.add(number)) {
                    throw new UnsupportedTypeException("the constant " + each.getName() + " has the number " + number
                            + " of another one. Set another one with @Value");
                }
                literals.add(new Enumeration.Literal(IdlNames.member(each.getName(), each), number));
                next = number + 1;
            }
        }
        if (literals.isEmpty()) {
            throw new UnsupportedTypeException(raw.getName() + " has no constants");
        }
        Enumeration enumeration = new Enumeration(named(raw), notMutable(raw, "An enum"), List.copyOf(literals));
        return new JavaType.Constants(enumeration, raw, List.of(raw.getEnumConstants()));
    }

    /** Returns the name of a type, which no other one has. */
    String named(Type type) throws UnsupportedTypeException {
        String name = IdlNames.of(type);
        Type before = names.putIfAbsent(name, type);
        if (before != null && !before.equals(type)) {
            throw new UnsupportedTypeException(type.getTypeName() + " and " + before.getTypeName()
                    + " both have the name " + name + " in DDS. Rename one of them");
        }
        return name;
    }

    /** Returns how values of a type may change, if it can have members with ids. */
    Extensibility extensibility(Class<?> raw) throws UnsupportedTypeException {
        List<Extensibility> said = new ArrayList<>();
        if (raw.isAnnotationPresent(dev.wherry.dds.Final.class)) {
            said.add(Extensibility.FINAL);
        }
        if (raw.isAnnotationPresent(dev.wherry.dds.Appendable.class)) {
            said.add(Extensibility.APPENDABLE);
        }
        if (raw.isAnnotationPresent(Mutable.class)) {
            said.add(Extensibility.MUTABLE);
        }
        if (said.size() > 1) {
            throw new UnsupportedTypeException(
                    raw.getName() + " has more than one of @Final, @Appendable and @Mutable. Keep one of them");
        }
        boolean isFinal = representation == Representation.XCDR1;
        if (isFinal && said.contains(Extensibility.MUTABLE)) {
            throw new UnsupportedTypeException(
                    raw.getName() + " is @Mutable, which vendors do not agree on in XCDR1. Remove it, or use XCDR2");
        }
        return isFinal ? Extensibility.FINAL : said.isEmpty() ? Extensibility.APPENDABLE : said.getFirst();
    }

    /** Returns how values of a type without members may change. */
    Extensibility notMutable(Class<?> raw, String kind) throws UnsupportedTypeException {
        Extensibility extensibility = extensibility(raw);
        if (extensibility == Extensibility.MUTABLE) {
            throw new UnsupportedTypeException(kind + " such as " + raw.getName() + " cannot be @Mutable");
        }
        return extensibility;
    }

    static void refuse(Type type, Class<?> raw) throws UnsupportedTypeException {
        String name = raw.getName();
        String byReference = byReference(raw);
        if (byReference != null) {
            throw new UnsupportedTypeException(byReference);
        }
        if (raw == void.class || raw == Void.class) {
            throw new UnsupportedTypeException(name + " has no values");
        }
        if (raw == Object.class) {
            throw new UnsupportedTypeException("Object may be of any class. Declare the class, or a sealed type");
        }
        if (Throwable.class.isAssignableFrom(raw)) {
            throw new UnsupportedTypeException(name + " is an exception, which DDS cannot have as a value");
        }
        if (isOfJdk(raw)) {
            throw new UnsupportedTypeException(name + " has no type in DDS");
        }
        if (type instanceof Class<?> && raw.getTypeParameters().length > 0) {
            throw new UnsupportedTypeException(name + " is a raw type: give it its type arguments");
        }
    }

    private static @Nullable String byReference(Class<?> raw) {
        List<Class<?>> all = new ArrayList<>(GenericTypes.interfaces(raw));
        all.add(raw);
        for (Class<?> each : all) {
            if (each.isAnnotationPresent(ByReference.class)) {
                return raw.getName() + " is passed by reference, which DDS cannot do";
            }
            if (each.getName().equals("java.rmi.Remote")) {
                return raw.getName() + " extends java.rmi.Remote and is passed by reference, which DDS cannot do";
            }
        }
        return null;
    }

    static boolean isOfJdk(Class<?> type) {
        String module = type.getModule().getName();
        return type.getClassLoader() == null
                || (module != null && (module.startsWith("java.") || module.startsWith("jdk.")));
    }
}
