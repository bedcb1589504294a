package dev.wherry.internal.types;

import dev.wherry.CallException;
import dev.wherry.EndpointOptions;
import dev.wherry.PreserveIdentity;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The types that calls of one interface may carry: those that its signatures reach, the registered ones, and the JDK's
 * values. A peer can never add one. A class is looked up by name only if the name or its package is already listed, and is
 * not initialised by that.
 */
public final class TypeClosure implements Types {
    private static final int LONGEST_NAME = 1_000;
    private static final Map<String, Class<?>> OURS = Map.of(
            CallException.class.getName(), CallException.class,
            CallException.Code.class.getName(), CallException.Code.class,
            CallException.Outcome.class.getName(), CallException.Outcome.class);

    /** Libraries whose abstract types, like the JDK's, do not belong to the program. */
    private static final List<String> FOREIGN = List.of("kotlin.", "kotlinx.", "scala.");

    private final Class<?> root;
    private final Map<String, Class<?>> reached;
    private final Set<String> packages;
    /** The most dimensions that an array may have. */
    private final int dimensions;

    private final EndpointOptions options;
    private final Map<Field, Set<Class<?>>> fields;
    private final @Nullable Learning learning;
    /** Whether an argument or result declared as Object is passed by reference, and never as a value. */
    private final boolean objectsByReference;

    private final Map<String, Class<?>> found = new ConcurrentHashMap<>();
    private final RemoteNames stubs;

    private TypeClosure(
            Class<?> root,
            Reach reach,
            EndpointOptions options,
            @Nullable Learning learning,
            boolean objectsByReference) {
        this.root = root;
        this.reached = reach.types();
        this.packages = reach.packages();
        this.fields = reach.fields();
        this.dimensions = Math.max(ArrayTypes.USUAL_DIMENSIONS, reach.dimensions());
        this.options = options;
        this.learning = learning;
        this.objectsByReference = objectsByReference;
        this.stubs = new RemoteNames(root.getClassLoader());
    }

    /**
     * Derives the types of an interface's calls. For a given interface and options the result is always the same.
     *
     * @throws IllegalArgumentException if a type is registered that may not travel
     */
    public static TypeClosure of(Class<?> remoteInterface, EndpointOptions options) {
        return of(remoteInterface, options, Learning.active());
    }

    /**
     * Derives the types of an internal interface. Where it declares Object, only stubs may be passed.
     */
    public static TypeClosure internal(Class<?> remoteInterface, EndpointOptions options) {
        return new TypeClosure(remoteInterface, Reach.of(remoteInterface, options), options, Learning.active(), true);
    }

    /** Derives the types without those that the learning mode adds: for tasks, whose classes are sent with them. */
    public static TypeClosure registered(Class<?> remoteInterface, EndpointOptions options) {
        return of(remoteInterface, options, null);
    }

    /** @param learning takes what would be refused for not being registered; null: nothing is learned */
    static TypeClosure of(Class<?> remoteInterface, EndpointOptions options, @Nullable Learning learning) {
        return new TypeClosure(remoteInterface, Reach.of(remoteInterface, options), options, learning, false);
    }

    @Override
    public boolean allows(Class<?> type) {
        if (type.isArray()) {
            Class<?> element = ArrayTypes.element(type);
            return ArrayTypes.dimensions(type) <= dimensions
                    && (element.isPrimitive()
                            || mayBeStub(element)
                            || isListed(element)
                            || JdkTypes.find(element.getName()) == element);
        }
        Class<?> named = isConstantBody(type) ? type.getSuperclass() : type;
        return TypeKinds.hasObjects(named) && isListed(named);
    }

    /** Whether a user's class of this name is among them. */
    public boolean names(String className) {
        return reached.containsKey(className);
    }

    @Override
    public Class<?> find(String className) {
        Class<?> found = className.startsWith("[")
                ? ArrayTypes.find(className, dimensions, this::findOfArray)
                : findElement(className);
        if (found == null) {
            throw refusal(className);
        }
        return found;
    }

    @Override
    public CodecException refusal(String className) {
        return refusals().of(className);
    }

    @Override
    public CodecException refusal(Class<?> type) {
        return refusals().of(type, references(type));
    }

    @Override
    public CodecException refusalOfLiteral(String className) {
        return refusals().ofLiteral(className);
    }

    @Override
    public CodecException refusalOfLiteral(Class<?> type) {
        return refusals().ofLiteral(type);
    }

    private Refusals refusals() {
        return new Refusals(root, reached, this::lists, this::isKnownToBeAbsent, options.acceptsCode());
    }

    /**
     * The called interface, Remote itself, and those that are listed by reference or registered; where RMI's rules hold, any
     * that extends Remote and is here.
     */
    @Override
    public @Nullable Class<?> findReference(String className) {
        Class<?> listed = reached.get(className);
        if (listed != null) {
            return isReference(listed)
                            || (listed.isInterface()
                                    && options.registeredClasses().contains(listed))
                    ? listed
                    : null;
        }
        Class<?> stub = findStub(className);
        if (stub != null || learning == null) {
            return stub;
        }
        Class<?> learned = learning.learn(className, root.getClassLoader());
        return learned != null && learned.isInterface() ? learned : null;
    }

    /** An interface that need not be listed, since {@link #mayBeStub} holds for it. */
    private @Nullable Class<?> findStub(String className) {
        if (className.equals(root.getName())) {
            return root;
        }
        return TypeKinds.extendsRmi(root) || className.equals(TypeKinds.REMOTE) ? stubs.find(className) : null;
    }

    /** Whether stubs may be of this interface though nothing lists it, so that arrays may be of it as well. */
    private boolean mayBeStub(Class<?> type) {
        return type == root
                || TypeKinds.isRemote(type)
                || (type.isInterface() && TypeKinds.extendsRmi(root) && TypeKinds.extendsRmi(type));
    }

    @Override
    public boolean isReference(Class<?> declared) {
        return TypeKinds.isByReference(declared) || (objectsByReference && declared == Object.class);
    }

    @Override
    public boolean hasValues(Class<?> declared) {
        return declared.isPrimitive()
                || declared.isArray()
                || declared == Void.class // only null stands there, and does
                || TypeKinds.isByReference(declared)
                || (declared.isInterface() && isOfProgram(declared)) // of any interface objects can be exported
                || (!JdkTypes.defines(declared)
                        && (!Modifier.isAbstract(declared.getModifiers()) || StandIns.isReplaced(declared)))
                || (mayHaveUnlistedSubclasses() && !Modifier.isFinal(declared.getModifiers()))
                || hasListedValues(declared)
                || JdkTypes.hasValues(declared);
    }

    /** Returns whether the program defines a type: neither the JDK nor a library of a language does. */
    private static boolean isOfProgram(Class<?> type) {
        for (String library : FOREIGN) {
            if (type.getName().startsWith(library)) {
                return false;
            }
        }
        return !JdkTypes.defines(type);
    }

    private boolean hasListedValues(Class<?> declared) {
        for (Class<?> type : reached.values()) {
            if (declared.isAssignableFrom(type) && (type != declared || TypeKinds.hasObjects(type))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a declared type is, or contains, an interface of the program that no listed class implements. Only null
     * and exported objects can be passed there.
     */
    public boolean needsRegistration(Type declared) {
        for (Class<?> held : HeldTypes.of(declared)) {
            if (needsRegistration(held)) {
                return true;
            }
        }
        return false;
    }

    private boolean needsRegistration(Class<?> declared) {
        return declared.isInterface()
                && !JdkTypes.defines(declared)
                && !TypeKinds.isByReference(declared)
                && !TypeKinds.extendsRmi(root) // else objects of all that implements Remote may stand there
                && !mayHaveUnlistedSubclasses()
                && reached.values().stream()
                        .noneMatch(type -> declared.isAssignableFrom(type)
                                && (TypeKinds.hasObjects(type) || TypeKinds.isByReference(type)));
    }

    /** Whether classes of the program that are not known now may travel: they may extend those of the JDK. */
    private boolean mayHaveUnlistedSubclasses() {
        return learning != null
                || !packages.isEmpty()
                || !options.registeredPackageTrees().isEmpty()
                || !options.registeredPredicates().isEmpty();
    }

    /**
     * The fields, and the parts of these parameters and results, that no value can stand in, with their types: each call
     * fails that has one there.
     */
    public List<String> emptyPlaces(List<Declared> places) {
        if (mayHaveUnlistedSubclasses()) {
            return List.of();
        }
        List<String> empty = new ArrayList<>();
        for (Map.Entry<Field, Set<Class<?>>> each : fields.entrySet()) {
            Field field = each.getKey();
            addEmpty(field.getDeclaringClass().getName() + "." + field.getName(), each.getValue(), empty);
        }
        for (Declared place : places) {
            addEmpty(place.place(), HeldTypes.of(place.type()), empty);
        }
        return empty;
    }

    private void addEmpty(String place, Set<Class<?>> held, List<String> empty) {
        for (Class<?> type : held) {
            if (!hasValues(type)) {
                empty.add(place + ", a " + type.getName());
            }
        }
    }

    @Override
    public boolean preservesIdentity() {
        return TypeKinds.extendsRmi(root) || TypeKinds.isAnnotated(root, PreserveIdentity.class);
    }

    @Override
    public Class<?> root() {
        return root;
    }

    /**
     * Returns the types that the signatures reach or that are registered, without the JDK's, in the order in which they were
     * found. Among them are by-reference interfaces, and interfaces and abstract classes whose classes need registration.
     */
    public Collection<Class<?>> listed() {
        return Collections.unmodifiableCollection(reached.values());
    }

    private static boolean isConstantBody(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        return parent != null && parent.isEnum();
    }

    private boolean isListed(Class<?> type) {
        return lists(type) || (learning != null && learning.learn(type));
    }

    private boolean lists(Class<?> type) {
        String name = type.getName();
        return reached.get(name) == type
                || JdkTypes.isValue(type)
                || OURS.get(name) == type
                || (!reached.containsKey(name) && findRegistered(name) == type);
    }

    private @Nullable Class<?> findElement(String className) {
        Class<?> listed = reached.get(className);
        if (listed != null) {
            return listed;
        }
        Class<?> known = JdkTypes.find(className);
        if (known != null) {
            return known;
        }
        Class<?> ours = OURS.get(className);
        if (ours != null) {
            return ours;
        }
        Class<?> registered = findRegistered(className);
        if (registered != null || learning == null) {
            return registered;
        }
        Class<?> stub = findStub(className);
        return stub != null ? stub : learning.learn(className, root.getClassLoader());
    }

    private @Nullable Class<?> findOfArray(String className) {
        Class<?> element = findElement(className);
        return element != null ? element : findReference(className);
    }

    /** Finds a class that was registered with its package or by a predicate. */
    private @Nullable Class<?> findRegistered(String className) {
        boolean inPackages = isInPackages(className);
        if (className.length() > LONGEST_NAME
                || !(inPackages || !options.registeredPredicates().isEmpty())) {
            return null;
        }
        Class<?> before = found.get(className);
        if (before != null) {
            return before;
        }
        try {
            Class<?> loaded = Class.forName(className, false, root.getClassLoader());
            if (JdkTypes.defines(loaded)
                    || !(inPackages || options.registeredPredicates().stream().anyMatch(each -> each.test(loaded)))) {
                return null;
            }
            found.put(className, loaded);
            return loaded;
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // the refusal that follows says that the class is not known
        }
    }

    /** Whether a class that was not found would be allowed if it were here. */
    private boolean isKnownToBeAbsent(String className) {
        return isInPackages(className) || (learning != null && Learning.isAbsent(className, root.getClassLoader()));
    }

    private boolean isInPackages(String className) {
        String name = className.substring(0, Math.max(0, className.lastIndexOf('.')));
        return packages.contains(name)
                || options.registeredPackageTrees().stream()
                        .anyMatch(each -> name.equals(each) || name.startsWith(each + "."));
    }
}
