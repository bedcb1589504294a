package dev.wherry.dds.types;

import dev.wherry.dds.types.DataType.Sequence;
import dev.wherry.reflect.GenericTypes;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Arrays, and the collections and maps of the JDK, by the declared class. */
@SuppressWarnings("JdkObsolete") // programs declare them
final class ContainerTypes {
    private static final Map<Class<?>, Supplier<? extends Collection<@Nullable Object>>> COLLECTIONS = Map.ofEntries(
            Map.entry(Collection.class, ArrayList::new),
            Map.entry(SequencedCollection.class, ArrayList::new),
            Map.entry(List.class, ArrayList::new),
            Map.entry(ArrayList.class, ArrayList::new),
            Map.entry(LinkedList.class, LinkedList::new),
            Map.entry(Set.class, LinkedHashSet::new),
            Map.entry(SequencedSet.class, LinkedHashSet::new),
            Map.entry(HashSet.class, HashSet::new),
            Map.entry(LinkedHashSet.class, LinkedHashSet::new),
            Map.entry(SortedSet.class, TreeSet::new),
            Map.entry(NavigableSet.class, TreeSet::new),
            Map.entry(TreeSet.class, TreeSet::new),
            Map.entry(Queue.class, ArrayDeque::new),
            Map.entry(Deque.class, ArrayDeque::new),
            Map.entry(ArrayDeque.class, ArrayDeque::new),
            Map.entry(EnumSet.class, LinkedHashSet::new));

    private static final Map<Class<?>, Supplier<? extends Map<@Nullable Object, @Nullable Object>>> MAPS =
            Map.ofEntries(
                    Map.entry(Map.class, LinkedHashMap::new),
                    Map.entry(SequencedMap.class, LinkedHashMap::new),
                    Map.entry(HashMap.class, HashMap::new),
                    Map.entry(LinkedHashMap.class, LinkedHashMap::new),
                    Map.entry(SortedMap.class, TreeMap::new),
                    Map.entry(NavigableMap.class, TreeMap::new),
                    Map.entry(TreeMap.class, TreeMap::new),
                    Map.entry(EnumMap.class, LinkedHashMap::new));

    private ContainerTypes() {}

    /** Returns the type of an array, collection or map; null for other types. */
    static @Nullable JavaType of(Type type, Class<?> raw, JavaTypes all) throws UnsupportedTypeException {
        if (raw.isArray()) {
            return array(type, raw.getComponentType(), all);
        }
        if (COLLECTIONS.containsKey(raw)) {
            return collection(type, raw, all);
        }
        return MAPS.containsKey(raw) ? map(type, raw, all) : null;
    }

    private static JavaType array(Type type, Class<?> component, JavaTypes all) throws UnsupportedTypeException {
        if (component.isPrimitive()) {
            DataType primitive = all.part(part(type, component), "[]").dataType();
            return new JavaType.PrimitiveArray(new Sequence(primitive, 0), component);
        }
        JavaType part = element(part(type, component), all);
        return new JavaType.ObjectArray(new Sequence(part.dataType(), 0), component, part);
    }

    private static Type part(Type array, Class<?> component) {
        return array instanceof GenericArrayType generic ? generic.getGenericComponentType() : component;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static JavaType collection(Type type, Class<?> raw, JavaTypes all) throws UnsupportedTypeException {
        Type element = argument(type, raw, Collection.class, 0);
        JavaType part = element(element, all);
        Class<?> of = AppliedType.erase(element);
        Supplier<? extends Collection<@Nullable Object>> maker =
                raw == EnumSet.class ? () -> (Collection) EnumSet.noneOf((Class) of) : COLLECTIONS.get(raw);
        return new JavaType.Elements(new Sequence(part.dataType(), 0), raw, part, requireMaker(maker));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static JavaType map(Type type, Class<?> raw, JavaTypes all) throws UnsupportedTypeException {
        Type key = argument(type, raw, Map.class, 0);
        Type value = argument(type, raw, Map.class, 1);
        Class<?> of = AppliedType.erase(key);
        refuseOptional(key, "[key]");
        boolean optional = AppliedType.erase(value) == Optional.class;
        Type present = optional ? argument(value, Optional.class, Optional.class, 0) : value;
        refuseOptional(present, "[value]");
        JavaType.Members entry = ArrayMembers.of(
                IdlNames.ofEntry(key, value),
                DataType.Extensibility.FINAL,
                List.of(
                        new ArrayMembers.Part("key", all.part(key, "[key]"), Presence.REQUIRED),
                        new ArrayMembers.Part(
                                "value",
                                all.part(present, "[value]"),
                                optional ? Presence.OPTIONAL : Presence.REQUIRED)));
        Supplier<? extends Map<@Nullable Object, @Nullable Object>> maker =
                raw == EnumMap.class ? () -> (Map) new EnumMap((Class) of) : MAPS.get(raw);
        return new JavaType.Entries(new Sequence(entry.dataType(), 0), raw, entry, requireMaker(maker));
    }

    private static JavaType element(Type element, JavaTypes all) throws UnsupportedTypeException {
        refuseOptional(element, "[]");
        return all.part(element, "[]");
    }

    private static void refuseOptional(Type type, String path) throws UnsupportedTypeException {
        Class<?> raw = AppliedType.erase(type);
        if (raw.getPackageName().equals("java.util") && raw.getSimpleName().startsWith("Optional")) {
            throw new UnsupportedTypeException(
                            "only members of a structure can be optional in DDS. Use a record with an" + " Optional")
                    .within(path);
        }
    }

    /** Returns the argument that a type gives for a variable of a supertype. */
    static Type argument(Type type, Class<?> raw, Class<?> of, int at) throws UnsupportedTypeException {
        Type[] arguments = GenericTypes.arguments(type, of);
        if (arguments == null || (type == raw && raw.getTypeParameters().length > 0)) {
            throw new UnsupportedTypeException(
                    raw.getName() + " is a raw type: say of which type its elements are, as in " + raw.getSimpleName()
                            + (Map.class.isAssignableFrom(raw) ? "<String, Integer>" : "<String>"));
        }
        return arguments[at];
    }

    private static <T> T requireMaker(@Nullable T maker) {
        if (maker == null) {
            throw new IllegalArgumentException("not a container");
        }
        return maker;
    }
}
