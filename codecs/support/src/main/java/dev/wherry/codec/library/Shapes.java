package dev.wherry.codec.library;

import dev.wherry.codec.ClassNames;
import dev.wherry.codec.SerialForm;
import dev.wherry.codec.Snapshot;
import dev.wherry.codec.compact.Instantiator;
import dev.wherry.codec.compact.SerialMethods;
import dev.wherry.codec.compact.Singletons;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Types;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a library codes each class that may travel in one interface. Immutable except for a cache; for any thread. */
public final class Shapes {
    private static final Set<Class<?>> SIMPLE = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Character.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class);

    @SuppressWarnings("JdkObsolete") // users have objects of all of them
    private static final Map<Class<?>, Supplier<Object>> CONTAINERS = Map.ofEntries(
            Map.entry(ArrayList.class, ArrayList::new),
            Map.entry(LinkedList.class, LinkedList::new),
            Map.entry(Vector.class, Vector::new),
            Map.entry(Stack.class, Stack::new),
            Map.entry(ArrayDeque.class, ArrayDeque::new),
            Map.entry(HashSet.class, HashSet::new),
            Map.entry(LinkedHashSet.class, LinkedHashSet::new),
            Map.entry(HashMap.class, HashMap::new),
            Map.entry(LinkedHashMap.class, LinkedHashMap::new),
            Map.entry(Hashtable.class, Hashtable::new),
            Map.entry(ConcurrentHashMap.class, ConcurrentHashMap::new));

    /** Collections that only one thread may use at a time, so that the library itself may read them. */
    private static final Set<Class<?>> UNLOCKED = Set.of(ArrayList.class, LinkedList.class, ArrayDeque.class);

    /** The ways to visit the parts of an object. */
    enum Kind {
        SIMPLE,
        ASIDE,
        ARRAY,
        COLLECTION,
        MAP,
        EXTERNAL,
        FIELDS
    }

    /**
     * One class.
     *
     * @param as the class that its objects are written as
     * @param fields the fields that may lead to other objects
     * @param carried whether the library takes its objects; if not, the whole value travels aside
     */
    record Shape(Kind kind, Class<?> as, List<Field> fields, boolean carried) {
        /** Returns whether an object is made of its parts, and so cannot exist before them. */
        boolean closed(Object object) {
            return as.isRecord() || as != object.getClass();
        }

        boolean hashes() {
            return kind == Kind.MAP || Set.class.isAssignableFrom(as);
        }
    }

    /** The class that a definition of the peer stands for. */
    private final Types types;

    private final Set<Class<?>> carried;
    private final BiPredicate<Class<?>, Boolean> takes;
    private final Map<Class<?>, Shape> shapes = new ConcurrentHashMap<>();
    private final Map<Class<?>, Definition> definitions = new ConcurrentHashMap<>();

    /** @param takes whether the library takes objects of a class, perhaps with the help of this package */
    Shapes(Types types, Set<Class<?>> carried, BiPredicate<Class<?>, Boolean> takes) {
        this.types = types;
        this.carried = carried;
        this.takes = takes;
    }

    /**
     * Returns the class of a name that a peer has sent.
     *
     * @throws CodecException if it may not travel; no class is loaded or initialized then
     */
    public Class<?> find(String name) {
        return types.find(name);
    }

    public CodecException refusal(String name) {
        return types.refusal(name);
    }

    /**
     * Returns an empty object of a class that {@link #isFilled} or {@link #hasFields}, made as codec {@code compact} makes
     * it.
     */
    public Object empty(Class<?> type) {
        Supplier<Object> maker = CONTAINERS.get(type);
        if (maker != null) {
            return maker.get();
        }
        return switch (of(type).kind) {
            case EXTERNAL -> External.empty(type);
            case FIELDS -> Instantiator.of(type);
            case SIMPLE, ASIDE, ARRAY, COLLECTION, MAP ->
                throw CodecException.malformed("a " + type.getName() + " instead of a container");
        };
    }

    /** Returns the present elements of a collection, or the keys of a map with their values behind them. */
    static @Nullable Object[] parts(Object container) {
        return container instanceof Map<?, ?> map ? Snapshot.of(map) : Snapshot.of((Collection<?>) container);
    }

    /** Returns whether this is a record or class of the program that is written field by field. */
    public boolean hasFields(Class<?> type) {
        return of(type).kind == Kind.FIELDS;
    }

    /**
     * Returns whether an object of this class keeps its identity within a value. Simple objects do not, except texts where
     * sharing is kept.
     */
    public boolean keepsIdentity(Class<?> type) {
        return of(type).kind != Kind.SIMPLE || type.isArray() || (type == String.class && types.preservesIdentity());
    }

    /** Returns the definition that gives a peer the name of a class. */
    Definition definition(Class<?> type) {
        return definitions.computeIfAbsent(
                type,
                named -> new Definition(Definition.Kind.SCHEMA, named.getName().getBytes(StandardCharsets.UTF_8)));
    }

    Class<?> defined(Definition definition) {
        if (definition.meaning(this) instanceof Class<?> known) {
            return known;
        }
        Class<?> type = ClassNames.ofArray(new String(definition.content(), StandardCharsets.UTF_8), types);
        definition.meaning(this, type);
        return type;
    }

    /** Returns the class loader of the interface. */
    public @Nullable ClassLoader loader() {
        return types.root().getClassLoader();
    }

    /** Returns whether objects of this class are passed to {@link Writing#aside}. */
    public boolean isAside(Class<?> type) {
        return of(type).kind == Kind.ASIDE;
    }

    /** Returns the class that objects of this class are written as. It differs for views and unmodifiable collections of the JDK. */
    public Class<?> writtenAs(Class<?> type) {
        return of(type).as;
    }

    /**
     * Returns whether objects of this class are written as {@link Writing#parts} and read by {@link Reading#fill}. They hash
     * their elements, are Externalizable, or may be changed by other threads while they are written.
     */
    public boolean isFilled(Class<?> type) {
        Shape shape = of(type);
        return shape.hashes()
                || shape.kind == Kind.EXTERNAL
                || (shape.kind == Kind.COLLECTION && !UNLOCKED.contains(type));
    }

    Types types() {
        return types;
    }

    Shape of(Class<?> type) {
        Shape known = shapes.get(type);
        return known != null ? known : shapes.computeIfAbsent(type, this::make);
    }

    private Shape make(Class<?> type) {
        if (type.isArray()) {
            boolean objects = !type.getComponentType().isPrimitive();
            return objects && !types.allows(type)
                    ? shape(Kind.ASIDE, type, type)
                    : shape(objects ? Kind.ARRAY : Kind.SIMPLE, type, type);
        }
        Class<?> parent = type.getSuperclass();
        Class<?> named = parent != null && parent.isEnum() ? parent : type; // a constant with a body is of a subclass
        if (SIMPLE.contains(type) || carried.contains(type) || (named.isEnum() && types.allows(named))) {
            return new Shape(Kind.SIMPLE, named, List.of(), true);
        }
        if (type.getClassLoader() == null) {
            return container(type);
        }
        if (!types.references(type).isEmpty()) {
            // Compact decides by the declared type whether a stub fits. A library does not give the declared type.
            return new Shape(Kind.ASIDE, type, List.of(), false);
        }
        if (types.allows(type) && External.is(type)) {
            return new Shape(Kind.EXTERNAL, type, List.of(), takes.test(type, false));
        }
        boolean aside = !types.allows(type)
                || Throwable.class.isAssignableFrom(type)
                || SerialForm.has(type)
                || Singletons.has(type)
                || SerialMethods.ownReadResolve(type) != null;
        if (aside) {
            return shape(Kind.ASIDE, type, type);
        }
        return new Shape(Kind.FIELDS, type, fields(type), takes.test(type, false));
    }

    private Shape shape(Kind kind, Class<?> type, Class<?> as) {
        return new Shape(kind, as, List.of(), kind == Kind.SIMPLE || takes.test(type, kind == Kind.ASIDE));
    }

    /** Classes of the JDK that are not public are views, wrappers and immutable collections. A plain one replaces each. */
    private Shape container(Class<?> type) {
        boolean map = Map.class.isAssignableFrom(type);
        if (CONTAINERS.containsKey(type)) {
            return shape(map ? Kind.MAP : Kind.COLLECTION, type, type);
        }
        boolean special = Modifier.isPublic(type.getModifiers())
                || EnumSet.class.isAssignableFrom(type)
                || SortedSet.class.isAssignableFrom(type)
                || SortedMap.class.isAssignableFrom(type)
                || Queue.class.isAssignableFrom(type);
        if (special || !(map || Collection.class.isAssignableFrom(type))) {
            return shape(Kind.ASIDE, type, type);
        }
        if (map) {
            return shape(Kind.MAP, type, LinkedHashMap.class);
        }
        return shape(Kind.COLLECTION, type, Set.class.isAssignableFrom(type) ? LinkedHashSet.class : ArrayList.class);
    }

    private List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (@Nullable Class<?> part = type; part != null && part != Object.class; part = part.getSuperclass()) {
            for (Field field : part.getDeclaredFields()) {
                if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0 && leads(field.getType())) {
                    fields.add(opened(field));
                }
            }
        }
        return List.copyOf(fields);
    }

    /** Returns whether a field of this type can hold anything but a simple value. */
    private boolean leads(Class<?> type) {
        boolean simple =
                type.isPrimitive() || (type.isArray() && type.getComponentType().isPrimitive());
        return !simple && !SIMPLE.contains(type) && !(carried.contains(type) && Modifier.isFinal(type.getModifiers()));
    }

    private static Field opened(Field field) {
        try {
            field.setAccessible(true);
            return field;
        } catch (InaccessibleObjectException e) {
            Class<?> type = field.getDeclaringClass();
            throw (CodecException) CodecException.refused(
                            type.getName(),
                            "Its module does not let Wherry in. Add to the module-info.java of "
                                    + type.getModule().getName() + ":\n    opens " + type.getPackageName() + ";")
                    .initCause(e);
        }
    }
}
