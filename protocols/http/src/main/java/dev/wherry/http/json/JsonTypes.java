package dev.wherry.http.json;

import dev.wherry.ByReference;
import dev.wherry.reflect.GenericTypes;
import java.io.Externalizable;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JSON types of declared types. Only classes that a declared type names or reaches have one, and those that are registered. No name
 * in JSON is ever looked up as a class. For any thread.
 */
public final class JsonTypes {
    private static final int MOST_TYPES = 2_000;

    private final Set<Class<?>> registered;
    private final Map<Type, JsonType> known = new HashMap<>();
    /** The JSON types that the declared type under way has added. */
    private Map<Type, JsonType> added = new HashMap<>();

    /** @param registered classes that may stand where an open type is declared */
    public JsonTypes(Set<Class<?>> registered) {
        this.registered = registered;
    }

    /**
     * Returns the JSON type of a declared type.
     *
     * @throws UnsupportedTypeException if its values cannot be JSON
     */
    public synchronized JsonType declared(Type type) throws UnsupportedTypeException {
        added = new HashMap<>();
        JsonType jsonType = of(type);
        known.putAll(added);
        return jsonType;
    }

    JsonType of(Type generic) throws UnsupportedTypeException {
        Type type = AppliedType.normal(generic);
        Class<?> raw = GenericTypes.erase(type);
        if (raw.isPrimitive()) {
            return new NonNullType(scalar(boxed(raw)));
        }
        JsonType scalar = scalarOrNull(raw);
        if (scalar != null) {
            return scalar;
        }
        if (raw.isArray()) {
            Type component = type instanceof Class<?> plain
                    ? plain.getComponentType()
                    : ((java.lang.reflect.GenericArrayType) type).getGenericComponentType();
            return new ListType.OfArray(of(component), raw.getComponentType());
        }
        if (raw == Optional.class) {
            return OptionalType.of(of(argument(type, Optional.class, 0)));
        }
        OptionalType optional = OptionalType.ofPrimitive(raw, this);
        if (optional != null) {
            return optional;
        }
        if (Containers.isCollection(raw)) {
            Type element = argument(type, Collection.class, 0);
            return Containers.collection(raw, GenericTypes.erase(element), of(element));
        }
        if (Containers.isMap(raw)) {
            Type key = argument(type, Map.class, 0);
            return Containers.map(raw, GenericTypes.erase(key), of(key), of(argument(type, Map.class, 1)));
        }
        return ofProgram(type, raw);
    }

    private static JsonType scalar(Class<?> type) throws UnsupportedTypeException {
        JsonType jsonType = scalarOrNull(type);
        if (jsonType == null) {
            throw new UnsupportedTypeException(type.getName() + " has no form in JSON");
        }
        return jsonType;
    }

    private static @Nullable JsonType scalarOrNull(Class<?> type) {
        JsonType number = Numbers.of(type);
        return number != null ? number : Texts.of(type);
    }

    private static Class<?> boxed(Class<?> primitive) {
        return java.lang.invoke.MethodType.methodType(primitive).wrap().returnType();
    }

    private static Type argument(Type type, Class<?> of, int at) throws UnsupportedTypeException {
        Type[] arguments = GenericTypes.arguments(type, of);
        if (arguments == null) {
            throw new UnsupportedTypeException(type.getTypeName() + " does not say of which type its elements are");
        }
        return arguments[at];
    }

    private JsonType ofProgram(Type type, Class<?> raw) throws UnsupportedTypeException {
        JsonType before = known.get(type);
        JsonType found = before != null ? before : added.get(type);
        if (found != null) {
            return found;
        }
        if (known.size() + added.size() > MOST_TYPES) {
            throw new UnsupportedTypeException(type.getTypeName() + " reaches more than " + MOST_TYPES + " types");
        }
        RecursiveType later = new RecursiveType();
        added.put(type, later);
        Map<Class<?>, Type> cases = cases(type, raw);
        JsonType jsonType = cases.isEmpty() ? ofClass(type, raw) : ofCases(type, raw, cases);
        later.is(jsonType);
        added.put(type, jsonType);
        return jsonType;
    }

    /** Returns the classes whose objects stand where a type is declared; none if they are of exactly its class. */
    private Map<Class<?>, Type> cases(Type type, Class<?> raw) throws UnsupportedTypeException {
        refuse(raw);
        Map<Class<?>, Type> cases = new LinkedHashMap<>();
        if (raw.isSealed()) {
            addPermitted(type, raw, cases);
        } else if (!Modifier.isFinal(raw.getModifiers()) || raw.isInterface()) {
            for (Class<?> each : registered) {
                if (raw.isAssignableFrom(each) && each != raw && hasObjects(each)) {
                    cases.put(each, AppliedType.asPartOf(each, type, raw));
                }
            }
            if (!cases.isEmpty() && hasObjects(raw)) {
                cases.put(raw, type);
            }
        }
        if (cases.isEmpty() && !hasObjects(raw)) {
            throw new UnsupportedTypeException(
                    raw.getName() + " is " + (isOfJdk(raw) ? "open to every class" : "abstract")
                            + ": make it sealed, or register the classes of its values");
        }
        return cases;
    }

    private static void addPermitted(Type type, Class<?> raw, Map<Class<?>, Type> cases)
            throws UnsupportedTypeException {
        if (hasObjects(raw)) {
            cases.put(raw, type);
        }
        for (Class<?> each : raw.getPermittedSubclasses()) {
            Type as = AppliedType.asPartOf(each, type, raw);
            if (each.isSealed() && !each.isEnum()) {
                addPermitted(as, each, cases);
            } else if (hasObjects(each)
                    && (each.isEnum() || each.isRecord() || Modifier.isFinal(each.getModifiers()))) {
                cases.put(each, as);
            } else {
                throw new UnsupportedTypeException(
                        each.getName() + " is open to other classes: make it final, sealed or a record");
            }
        }
    }

    private static void refuse(Class<?> raw) throws UnsupportedTypeException {
        if (raw.isAnnotationPresent(ByReference.class)
                || GenericTypes.interfaces(raw).stream()
                        .anyMatch(each -> each.isAnnotationPresent(ByReference.class))) {
            throw new UnsupportedTypeException(
                    raw.getName() + " is passed by reference, which JSON over HTTP cannot do");
        }
        if (raw.getName().equals("java.rmi.Remote")
                || GenericTypes.interfaces(raw).stream()
                        .anyMatch(each -> each.getName().equals("java.rmi.Remote"))) {
            throw new UnsupportedTypeException(raw.getName()
                    + " extends java.rmi.Remote and is passed by reference, which JSON over HTTP" + " cannot do");
        }
        if (Throwable.class.isAssignableFrom(raw)) {
            throw new UnsupportedTypeException(raw.getName() + " is an exception, which JSON cannot have as a value");
        }
        if (Externalizable.class.isAssignableFrom(raw)) {
            throw new UnsupportedTypeException(raw.getName() + " writes itself, and only as bytes");
        }
    }

    private static boolean hasObjects(Class<?> type) {
        return !type.isInterface() && (type.isEnum() || !Modifier.isAbstract(type.getModifiers())) && !isOfJdk(type);
    }

    private static boolean isOfJdk(Class<?> type) {
        String module = type.getModule().getName();
        return type.getClassLoader() == null
                || (module != null && (module.startsWith("java.") || module.startsWith("jdk.")));
    }

    private JsonType ofClass(Type type, Class<?> raw) throws UnsupportedTypeException {
        if (isOfJdk(raw)) {
            throw new UnsupportedTypeException(raw.getName() + " has no form in JSON");
        }
        return raw.isRecord() ? ClassTypes.ofRecord(type, raw, this) : ClassTypes.ofFields(type, raw, this);
    }

    private JsonType ofCases(Type type, Class<?> raw, Map<Class<?>, Type> cases) throws UnsupportedTypeException {
        Map<Class<?>, CaseType> caseTypes = new LinkedHashMap<>();
        Map<String, Class<?>> names = new HashMap<>();
        for (Map.Entry<Class<?>, Type> each : cases.entrySet()) {
            Class<?> of = each.getKey();
            Class<?> before = names.putIfAbsent(of.getSimpleName(), of);
            if (before != null) {
                throw new UnsupportedTypeException(of.getName() + " and " + before.getName() + " have one simple name");
            }
            JsonType scalar = scalarOrNull(of);
            CaseType caseType = of.isEnum() && scalar instanceof TextType constants
                    ? new CaseType.OfEnum(constants)
                    : caseType(each.getValue(), of);
            if (caseType.hasMember(CasesType.TYPE)) {
                throw new UnsupportedTypeException(of.getName() + " has a part '" + CasesType.TYPE
                        + "', which in JSON says of which class an object is");
            }
            caseTypes.put(of, caseType);
        }
        return new CasesType(type, raw, caseTypes);
    }

    private CaseType caseType(Type type, Class<?> raw) throws UnsupportedTypeException {
        refuse(raw);
        if (ofClass(type, raw) instanceof CaseType caseType) {
            return caseType;
        }
        throw new UnsupportedTypeException(raw.getName() + " is not an object in JSON");
    }
}
