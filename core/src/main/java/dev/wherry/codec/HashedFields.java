package dev.wherry.codec;

import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fields that a class's {@code hashCode}, {@code equals} and {@code compareTo} may visit. Their byte code is read,
 * and that of the methods that they call on the object itself. As soon as such a method gives the object away, as to a helper
 * or to reflection, or code cannot be read, the answer is all fields. Calls on other objects are not followed.
 */
public final class HashedFields {
    private static final int MOST_METHODS = 200;

    private static final ClassValue<List<Field>> FIELDS = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return List.copyOf(type.isEnum() || type.isArray() ? List.of() : new HashedFields(type).find());
        }
    };

    private static final ClassValue<List<Field>> ALL = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            List<Field> all = new ArrayList<>();
            for (@Nullable Class<?> each = type; each != null; each = each.getSuperclass()) {
                for (Field field : each.getDeclaredFields()) {
                    if (holdsObjects(field)) {
                        all.add(field);
                    }
                }
            }
            return List.copyOf(all);
        }
    };

    private final Class<?> type;
    /** The class before its superclasses, by their internal names. */
    private final Map<String, Class<?>> hierarchy = new HashMap<>();

    private final Map<Class<?>, Optional<ClassModel>> parsed = new HashMap<>();
    private final Set<Task> met = new HashSet<>();
    private final Deque<Task> pending = new ArrayDeque<>();
    private final Set<Field> found = new LinkedHashSet<>();

    private HashedFields(Class<?> type) {
        this.type = type;
        for (@Nullable Class<?> each = type; each != null; each = each.getSuperclass()) {
            hierarchy.put(internalName(each), each);
        }
    }

    /** A method whose code is to be read, and which of its arguments are the object. */
    private record Task(Class<?> owner, String name, String descriptor, BitSet self) {}

    /** A method that was found. */
    private record Found(Class<?> owner, MethodModel method) {}

    /**
     * Those that hold objects or arrays and that hashing, comparing or ordering an object of this class may visit; also those
     * of its superclasses. None of a class that hashes by identity and has no order, or of an enum.
     */
    public static List<Field> of(Class<?> type) {
        return FIELDS.get(type);
    }

    /** All that hold objects or arrays, also those of superclasses: what a comparator may visit. */
    public static List<Field> all(Class<?> type) {
        return ALL.get(type);
    }

    private static boolean holdsObjects(Field field) {
        return !Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive();
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private Collection<Field> find() {
        if (type.getSuperclass() != null && type.getSuperclass().isEnum()) {
            return List.of(); // a constant with a body
        }
        return isKnown() ? found : all(type);
    }

    /** Finds the fields; false if they are not certain. */
    private boolean isKnown() {
        BitSet self = new BitSet();
        self.set(0);
        BitSet both = new BitSet();
        both.set(0, 2);
        try {
            boolean known = (inherits("hashCode") || follow(self, "hashCode", "()I"))
                    && (inherits("equals", Object.class) || follow(both, "equals", "(Ljava/lang/Object;)Z"))
                    && (!Comparable.class.isAssignableFrom(type) || follow(both, "compareTo", "(Ljava/lang/Object;)I"));
            while (known && !pending.isEmpty()) {
                known = read(pending.remove());
            }
            return known;
        } catch (IllegalArgumentException | LinkageError e) {
            return false; // a class file of another kind, or a class that names some that are not here
        }
    }

    /** Whether a method is that of Object: known also of a class that was made at run time. */
    private boolean inherits(String name, Class<?>... parameters) {
        try {
            return type.getMethod(name, parameters).getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            return false; // an interface
        }
    }

    private boolean follow(BitSet self, String name, String descriptor) {
        return follow(new SelfUse.Call(SelfUse.Receiver.VIRTUAL, internalName(type), name, descriptor, self));
    }

    /** Has the code read that a call of a class's runs; false if it is not known. */
    private boolean follow(SelfUse.Call call, Class<?> caller) {
        if (call.owner().equals("java/util/Comparator") && !call.self().get(0)) {
            return followOrder(caller);
        }
        return follow(call);
    }

    /** Follows the lambdas of which a class makes its constants: one of these is the comparator that gets the object. */
    private boolean followOrder(Class<?> owner) {
        List<SelfUse.Call> parts = model(owner)
                .flatMap(model -> ParsedClass.method(model, "<clinit>", "()V"))
                .flatMap(MethodModel::code)
                .map(SelfUse::lambdas)
                .orElse(List.of());
        return !parts.isEmpty() && parts.stream().allMatch(part -> !takesSelf(part) || follow(part));
    }

    private boolean takesSelf(SelfUse.Call part) {
        Set<Class<?>> supertypes = new LinkedHashSet<>(hierarchy.values());
        hierarchy.values().forEach(each -> addInterfaces(each, supertypes));
        return supertypes.stream()
                .map(HashedFields::internalName)
                .anyMatch(name -> name.equals(part.owner()) || part.descriptor().contains("L" + name + ";"));
    }

    private boolean follow(SelfUse.Call call) {
        if (call.owner().equals("java/lang/System") && call.name().equals("identityHashCode")) {
            return true;
        }
        Found found = resolve(call);
        if (found == null) {
            return false;
        }
        if (found.owner == Object.class) {
            return true; // none of its methods visits fields
        }
        Task task = new Task(found.owner, call.name(), call.descriptor(), call.self());
        if (met.add(task)) {
            pending.add(task);
        }
        return met.size() <= MOST_METHODS;
    }

    private @Nullable Found resolve(SelfUse.Call call) {
        Class<?> owner = hierarchy.get(call.owner());
        if (call.receiver() == SelfUse.Receiver.NONE) {
            return owner == null ? null : search(owner, call);
        }
        if (!call.self().get(0)) {
            return null; // it is given to another object
        }
        if (call.receiver() == SelfUse.Receiver.FIXED) {
            return owner == null ? null : search(owner, call);
        }
        Found named = owner == null ? null : declared(owner, call);
        return named != null && named.method.flags().has(AccessFlag.PRIVATE) ? named : search(type, call);
    }

    /** Looks for a method in a class and its superclasses, then in all their interfaces; null if there is none with code. */
    private @Nullable Found search(Class<?> first, SelfUse.Call call) {
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

    private @Nullable Found declared(Class<?> owner, SelfUse.Call call) {
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

    /** Reads a method's code; false if that does not tell all fields that it visits. */
    private boolean read(Task task) {
        MethodModel method = model(task.owner)
                .flatMap(model -> ParsedClass.method(model, task.name, task.descriptor))
                .orElseThrow();
        if (method.code().isEmpty()) {
            return false; // abstract or native
        }
        boolean isStatic = method.flags().has(AccessFlag.STATIC);
        SelfUse use = SelfUse.of(method.code().get(), method.methodTypeSymbol(), isStatic, task.self);
        return !use.escapes
                && use.reads.stream().allMatch(this::add)
                && use.calls.stream().allMatch(call -> follow(call, task.owner));
    }

    /** @return whether the field was found */
    private boolean add(SelfUse.Read read) {
        for (@Nullable Class<?> each = hierarchy.get(read.owner()); each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (field.getName().equals(read.name()) && !Modifier.isStatic(field.getModifiers())) {
                    if (holdsObjects(field)) {
                        found.add(field);
                    }
                    return true;
                }
            }
        }
        return false;
    }
}
