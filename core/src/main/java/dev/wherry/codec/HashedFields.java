package dev.wherry.codec;

import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fields that an operation on an object visits: its {@code hashCode}, {@code equals} and {@code compareTo}, or
 * another method that these call on an object in a field. The byte code is read, and that of the methods that it calls on the
 * object itself. As soon as such a method gives the object away, as to a helper or to reflection, or code cannot be read, the
 * answer is all fields.
 */
public final class HashedFields {
    private static final int MOST_METHODS = 200;

    /** Where Wherry's own objects are, such as stubs: they hash by their identity or number, and lead everywhere. */
    private static final String INTERNAL = "dev.wherry.internal.";

    private static final ClassValue<Map<Visit.How, List<Visit>>> KNOWN = new ClassValue<>() {
        @Override
        protected Map<Visit.How, List<Visit>> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final Class<?> type;
    /** The class and its superclasses, by their internal names. */
    private final Map<String, Class<?>> hierarchy = new HashMap<>();

    private final Map<Class<?>, Optional<ClassModel>> parsed = new HashMap<>();
    private final Map<Task, @Nullable Set<MethodFlow.Name>> met = new HashMap<>();
    private final Set<Visit> found = new LinkedHashSet<>();

    private HashedFields(Class<?> type) {
        this.type = type;
        for (@Nullable Class<?> each = type; each != null; each = each.getSuperclass()) {
            hierarchy.put(internalName(each), each);
        }
    }

    /** A method whose code is read, and which of its arguments are the object. */
    private record Task(Class<?> owner, String name, String descriptor, BitSet self) {}

    /** A method that was found. */
    private record Found(Class<?> owner, MethodModel method) {}

    /**
     * Those that hold objects or arrays and that hashing, comparing or ordering an object of this class may visit; also those
     * of its superclasses. None of a class that hashes by identity and has no order, or of an enum.
     */
    public static List<Field> of(Class<?> type) {
        return visits(type, Visit.How.HASHED).stream()
                .map(Visit::field)
                .distinct()
                .toList();
    }

    /** Those that an operation on an object of this class may visit, each with all that is done with what it holds. */
    public static List<Visit> visits(Class<?> type, Visit.How how) {
        return KNOWN.get(type).computeIfAbsent(how, each -> List.copyOf(find(type, each)));
    }

    private static Collection<Visit> find(Class<?> type, Visit.How how) {
        @Nullable Class<?> parent = type.getSuperclass();
        boolean constant =
                type.isEnum() || (parent != null && parent.isEnum()); // one with a body has a class of its own
        if (constant || type.isArray() || type.getName().startsWith(INTERNAL)) {
            return List.of();
        }
        HashedFields fields = new HashedFields(type);
        return fields.isKnown(how) ? fields.found : all(type);
    }

    private static List<Visit> all(Class<?> type) {
        List<Visit> all = new ArrayList<>();
        for (@Nullable Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (holdsObjects(field)) {
                    all.add(new Visit(field, Visit.How.HASHED));
                }
            }
        }
        return all;
    }

    private static boolean holdsObjects(Field field) {
        return !Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive();
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /** Finds the fields; false if they are not certain. */
    private boolean isKnown(Visit.How how) {
        try {
            return switch (how.kind()) {
                case HASHED -> isHashingKnown();
                case ORDERED -> isOrderKnown();
                case CALLED -> isKnown(1, how.name(), how.descriptor());
                case READ -> add(new MethodFlow.Name(how.descriptor(), how.name()), Visit.How.HASHED);
                case ANY -> false;
            };
        } catch (IllegalArgumentException | LinkageError e) {
            return false; // a class file of another kind, or a class that names some that are not here
        }
    }

    private boolean isHashingKnown() {
        return (inherits("hashCode") || isKnown(1, "hashCode", "()I"))
                && (inherits("equals", Object.class) || isKnown(2, "equals", "(Ljava/lang/Object;)Z"))
                && (!Comparable.class.isAssignableFrom(type) || isOrderKnown());
    }

    private boolean isOrderKnown() {
        return isKnown(2, "compareTo", "(Ljava/lang/Object;)I");
    }

    /** Whether a method is that of Object: known also of a class that was made at run time. */
    private boolean inherits(String name, Class<?>... parameters) {
        try {
            return type.getMethod(name, parameters).getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            return false; // an interface
        }
    }

    /**
     * What a method visits, and what it returns is hashed.
     *
     * @param self how many arguments are the object, the receiver first
     */
    private boolean isKnown(int self, String name, String descriptor) {
        if (ClassNames.isOfJdk(type)) {
            return false; // nobody can read its fields, so that it does not matter which
        }
        BitSet arguments = new BitSet();
        arguments.set(0, self);
        return isHashed(
                new MethodFlow.Call(MethodFlow.Receiver.VIRTUAL, internalName(type), name, descriptor, arguments));
    }

    private boolean isHashed(MethodFlow.Call call) {
        Set<MethodFlow.Name> returned = returned(call);
        return returned != null && returned.stream().allMatch(field -> add(field, Visit.How.HASHED));
    }

    /** The fields that a call in the code of a class may return; null if it is not known what it visits. */
    private @Nullable Set<MethodFlow.Name> returned(MethodFlow.Call call, Class<?> caller) {
        if (call.owner().equals("java/util/Comparator") && !call.self().get(0)) {
            return ordersByConstant(caller) ? Set.of() : null;
        }
        return returned(call);
    }

    /** Whether the lambdas are known of which a class makes its constants: one of these is the comparator that gets the object. */
    private boolean ordersByConstant(Class<?> owner) {
        List<MethodFlow.Call> parts = model(owner)
                .flatMap(model -> ParsedClass.method(model, "<clinit>", "()V"))
                .flatMap(MethodModel::code)
                .map(MethodFlow::lambdas)
                .orElse(List.of());
        return !parts.isEmpty() && parts.stream().allMatch(part -> !takesSelf(part) || isHashed(part));
    }

    private boolean takesSelf(MethodFlow.Call part) {
        Set<Class<?>> supertypes = new LinkedHashSet<>(hierarchy.values());
        hierarchy.values().forEach(each -> addInterfaces(each, supertypes));
        return supertypes.stream()
                .map(HashedFields::internalName)
                .anyMatch(name -> name.equals(part.owner()) || part.descriptor().contains("L" + name + ";"));
    }

    private @Nullable Set<MethodFlow.Name> returned(MethodFlow.Call call) {
        Found found = resolve(call);
        if (found == null) {
            return null;
        }
        if (found.owner == Object.class) {
            return Set.of(); // none of its methods visits fields
        }
        Task task = new Task(found.owner, call.name(), call.descriptor(), call.self());
        if (met.containsKey(task)) {
            return met.get(task); // null while it is being read: it calls itself
        }
        met.put(task, null);
        if (met.size() > MOST_METHODS || found.method.code().isEmpty()) {
            return null; // too many, or abstract, or native
        }
        Set<MethodFlow.Name> returned = read(found, call.self());
        met.put(task, returned);
        return returned;
    }

    private @Nullable Set<MethodFlow.Name> read(Found found, BitSet self) {
        MethodModel method = found.method;
        MethodFlow use = MethodFlow.of(
                method.code().orElseThrow(),
                method.methodTypeSymbol(),
                method.flags().has(AccessFlag.STATIC),
                self,
                call -> returned(call, found.owner));
        boolean known = !use.escapes && use.uses.stream().allMatch(each -> add(each.field(), each.how()));
        return known ? use.returned : null;
    }

    private @Nullable Found resolve(MethodFlow.Call call) {
        Class<?> owner = hierarchy.get(call.owner());
        if (call.receiver() == MethodFlow.Receiver.NONE) {
            return owner == null ? null : search(owner, call);
        }
        if (!call.self().get(0)) {
            return null; // it is given to another object
        }
        if (call.receiver() == MethodFlow.Receiver.FIXED) {
            return owner == null ? null : search(owner, call);
        }
        Found named = owner == null ? null : declared(owner, call);
        return named != null && named.method.flags().has(AccessFlag.PRIVATE) ? named : search(type, call);
    }

    /** Looks for a method in a class and its superclasses, then in all their interfaces; null if there is none with code. */
    private @Nullable Found search(Class<?> first, MethodFlow.Call call) {
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (@Nullable Class<?> each = first; each != null; each = each.getSuperclass()) {
            Found found = declared(each, call);
            if (found != null) {
                return found;
            }
            addInterfaces(each, interfaces);
        }
        for (Class<?> each : interfaces) {
            Found found = declared(each, call);
            if (found != null && found.method.code().isPresent()) {
                return found;
            }
        }
        return null;
    }

    /** Those that a class names before those that they extend. */
    private static void addInterfaces(Class<?> type, Set<Class<?>> all) {
        for (Class<?> each : type.getInterfaces()) {
            if (all.add(each)) {
                addInterfaces(each, all);
            }
        }
    }

    private @Nullable Found declared(Class<?> owner, MethodFlow.Call call) {
        return model(owner)
                .flatMap(model -> ParsedClass.method(model, call.name(), call.descriptor()))
                .map(method -> new Found(owner, method))
                .orElse(null);
    }

    /** @throws IllegalArgumentException if there is no class file */
    private Optional<ClassModel> model(Class<?> owner) {
        Optional<ClassModel> model = parsed.computeIfAbsent(owner, ParsedClass::of);
        if (model.isEmpty()) {
            throw new IllegalArgumentException("no class file of " + owner);
        }
        return model;
    }

    /** @return whether the field was found */
    private boolean add(MethodFlow.Name name, Visit.How how) {
        for (@Nullable Class<?> each = hierarchy.get(name.owner()); each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (field.getName().equals(name.field()) && !Modifier.isStatic(field.getModifiers())) {
                    if (holdsObjects(field)) {
                        found.add(new Visit(field, how));
                    }
                    return true;
                }
            }
        }
        return false;
    }
}
