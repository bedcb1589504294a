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
 * Finds the fields that an operation on an object visits. The operation is hashing (with {@code equals} and {@code
 * compareTo}), ordering, or a method that these call on an object in a field. This class reads the byte code of the
 * method, and of the methods that it calls on the same object. If the code passes the object to other code or to
 * reflection, or cannot be read, the answer is all fields.
 */
public final class HashedFields {
    private static final int MOST_METHODS = 200;

    /**
     * The package of internal objects such as stubs. They hash by their identity or a number, and refer to the whole
     * endpoint.
     */
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

    /**
     * A method whose code is read.
     *
     * @param self the indexes of the arguments that are the object
     */
    private record Task(Class<?> owner, String name, String descriptor, BitSet self) {}

    /** A method that was found. */
    private record Found(Class<?> owner, MethodModel method) {}

    /**
     * Returns the fields that hold objects or arrays and that an operation on an object of this class may visit, each with every
     * operation on its value. Fields of superclasses are among them. An enum has none, nor has a class that hashes by identity
     * and has no order.
     */
    public static List<Visit> visits(Class<?> type, Visit.How how) {
        return KNOWN.get(type).computeIfAbsent(how, each -> List.copyOf(find(type, each)));
    }

    private static Collection<Visit> find(Class<?> type, Visit.How how) {
        @Nullable Class<?> parent = type.getSuperclass();
        boolean constant =
                type.isEnum() || (parent != null && parent.isEnum()); // a constant with a body is of a subclass
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

    /** Finds the fields. Returns false if they are not certain. */
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
            return false; // an unknown kind of class file, or a missing class
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

    /** Returns whether a method is inherited from Object. This needs no class file. */
    private boolean inherits(String name, Class<?>... parameters) {
        try {
            return type.getMethod(name, parameters).getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            return false; // an interface
        }
    }

    /**
     * Finds the fields that a method visits. The value that it returns is hashed.
     *
     * @param self the number of arguments that are the object, the receiver first
     */
    private boolean isKnown(int self, String name, String descriptor) {
        if (ClassNames.isOfJdk(type)) {
            return false; // its fields cannot be read in any case
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

    /**
     * Returns the fields whose value a call in the code of a class may return; null if it is not known what it visits.
     */
    private @Nullable Set<MethodFlow.Name> returned(MethodFlow.Call call, Class<?> caller) {
        if (call.owner().equals("java/util/Comparator") && !call.self().get(0)) {
            return ordersByConstant(caller) ? Set.of() : null;
        }
        return returned(call);
    }

    /**
     * Returns whether a comparator that gets the object is made of lambdas in static constants of the class, and all of
     * these are known.
     */
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
            return Set.of(); // its methods visit no fields
        }
        Task task = new Task(found.owner, call.name(), call.descriptor(), call.self());
        if (met.containsKey(task)) {
            return met.get(task); // null while it is being read: the method is recursive
        }
        met.put(task, null);
        if (met.size() > MOST_METHODS || found.method.code().isEmpty()) {
            return null; // too many methods, or an abstract or native one
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
            return null; // the object is an argument of a method of another object
        }
        if (call.receiver() == MethodFlow.Receiver.FIXED) {
            return owner == null ? null : search(owner, call);
        }
        Found named = owner == null ? null : declared(owner, call);
        return named != null && named.method.flags().has(AccessFlag.PRIVATE) ? named : search(type, call);
    }

    /**
     * Returns a method of a class, its superclasses, or any of their interfaces, in this order; null if there is none
     * with code.
     */
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

    /** Adds the interfaces that a class names before those that they extend. */
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
