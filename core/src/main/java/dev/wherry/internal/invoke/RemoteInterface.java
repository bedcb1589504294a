package dev.wherry.internal.invoke;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.invoke.DispatcherGenerator.Dispatcher;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.internal.types.TypeKinds;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import dev.wherry.statistics.InterfaceDescription;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An interface that can be called remotely, parsed once per endpoint. Immutable; for any thread. */
public final class RemoteInterface {
    /** Nanoseconds that stand for no time limit: half of the largest long, so that a time can be added to them. */
    public static final long UNLIMITED = Long.MAX_VALUE / 2;

    /** A switch over more methods would be too long for the JIT to compile. */
    private static final int MOST_GENERATED = 500;

    private final Class<?> type;
    private final EndpointOptions options;
    private final Types types;
    private final boolean rmi;
    private final Definition definition;
    private final List<RemoteMethod> methods;
    private final Map<Method, RemoteMethod> byMethod = new HashMap<>();
    private final Map<String, RemoteMethod> byKey = new LinkedHashMap<>();
    private final List<Coder> exceptions = new ArrayList<>();
    private volatile @Nullable MethodHandle stubMaker;
    private volatile @Nullable InterfaceDescription description;
    private List<String> emptyPlaces = List.of();
    private List<String> unregistered = List.of();

    private RemoteInterface(Class<?> type, EndpointOptions options, List<Codec> codecs, Types types) {
        this.type = type;
        this.options = options;
        this.types = types;
        rmi = TypeKinds.extendsRmi(type);
        Out content = new Out(64);
        content.writeText(type.getName());
        definition = new Definition(Definition.Kind.INTERFACE, content.copy());
        MethodDeclarations declarations = MethodDeclarations.of(type);
        for (List<Method> same : declarations.methods()) {
            RemoteMethod method = new RemoteMethod(this, byKey.size(), Signature.of(type, same, rmi), codecs);
            byKey.put(method.key(), method);
            for (Method declaration : same) {
                byMethod.put(declaration, method);
            }
        }
        for (Map.Entry<Method, Method> bridge : declarations.bridges().entrySet()) {
            byMethod.put(bridge.getKey(), found(bridge.getValue()));
        }
        methods = List.copyOf(byKey.values());
        Declared thrown =
                new Declared(Throwable.class, "exception of " + InternalInterface.shown(type, type.getName()));
        for (Codec codec : codecs) {
            exceptions.add(codec.coder(thrown, types));
        }
    }

    /**
     * Parses an interface. Creates nothing for methods of internal interfaces that are never called.
     *
     * @param codecs those that its calls may use, in the order of the indexes by which they are chosen
     * @throws IllegalArgumentException for every mistake in its declaration, and if no method has types that can be sent, or
     *     with {@link EndpointOptions#strictInterfaces} if one has not. Names method and parameter, and says what to do
     */
    public static RemoteInterface of(Class<?> type, EndpointOptions options, List<Codec> codecs) {
        check(type);
        TypeClosure types = InternalInterface.class.isAssignableFrom(type)
                ? TypeClosure.internal(type, options)
                : TypeClosure.of(type, options);
        RemoteInterface parsed = of(type, options, codecs, types);
        if (!InternalInterface.has(type)) {
            parsed.emptyPlaces = types.emptyPlaces(parsed.fitPlaces());
            parsed.unregistered = parsed.unregistered(types);
        }
        if (options.strictInterfaces() && !parsed.emptyPlaces.isEmpty()) {
            throw InterfaceError.in(
                    type,
                    "No value can stand in " + String.join("; ", parsed.emptyPlaces)
                            + ". Make a field transient, or declare a type that travels");
        }
        return parsed;
    }

    /** Parses an interface whose values may be of other types than those of its own closure. */
    public static RemoteInterface of(Class<?> type, EndpointOptions options, List<Codec> codecs, Types types) {
        check(type);
        RemoteInterface parsed = new RemoteInterface(type, options, codecs, types);
        if (!InternalInterface.has(type)) { // else known to be without mistakes
            parsed.checkValues();
        }
        return parsed;
    }

    /** Creates the coders of all values by the first codec, which the first call of each method would create otherwise. */
    public void prepare() {
        for (RemoteMethod method : methods) {
            method.coders(0);
        }
    }

    private List<String> unregistered(TypeClosure types) {
        List<String> found = new ArrayList<>();
        for (Declared place : fitPlaces()) {
            if (types.needsRegistration(place.type())) {
                found.add(place.place());
            }
        }
        return found;
    }

    /** Returns parameters and results of the methods that can be called. {@link #unfit} describes the others. */
    private List<Declared> fitPlaces() {
        List<Declared> places = new ArrayList<>();
        for (RemoteMethod method : methods) {
            if (method.unfit() == null) {
                places.addAll(method.signature().places());
            }
        }
        return places;
    }

    private void checkValues() {
        boolean none = true;
        for (RemoteMethod method : methods) {
            method.checkValues();
            none &= method.unfit() != null;
        }
        List<String> unfit = unfit();
        if (!unfit.isEmpty() && (options.strictInterfaces() || none)) {
            throw new IllegalArgumentException(String.join("\n", unfit));
        }
    }

    /**
     * Returns the fields of its values that can be sent only if they are null, and the parameters and results that can be sent
     * only if they are empty. Each is shown with the type that cannot be sent.
     */
    public List<String> emptyPlaces() {
        return emptyPlaces;
    }

    /** Returns the parameters and results that only exported objects can fill: no listed class implements their type. */
    public List<String> unregistered() {
        return unregistered;
    }

    /**
     * Returns which of its methods cannot be called and why, each as a line or two. A method whose body runs at the caller
     * instead is not among them.
     */
    public List<String> unfit() {
        List<String> unfit = new ArrayList<>();
        for (RemoteMethod method : methods) {
            String why = method.unfit();
            if (why != null && !(method.hasBody() && method.signature().isReturnable())) {
                unfit.add(InterfaceError.in(type, method.method(), why).getMessage());
            }
        }
        return unfit;
    }

    private static void check(Class<?> type) {
        if (!type.isInterface() || type.isAnnotation()) {
            throw new IllegalArgumentException(type.getTypeName()
                    + " is not an interface. Objects are called through an interface: declare one with the"
                    + " methods to call");
        }
        if (Modifier.isPrivate(type.getModifiers())) {
            throw InterfaceError.in(type, "It is private, so that no stub can be made of it. Remove 'private'");
        }
        if (type.isSealed()) {
            throw InterfaceError.in(type, "It is sealed, so that no stub can implement it. Remove 'sealed'");
        }
        if (type.isHidden()) {
            throw InterfaceError.in(type, "It is hidden, so that no peer can name it. Use an interface with a name");
        }
    }

    private RemoteMethod found(Method method) {
        RemoteMethod found = byMethod.get(method);
        if (found == null) {
            throw new IllegalStateException("No remote method for " + method);
        }
        return found;
    }

    public Class<?> type() {
        return type;
    }

    /** Returns whether it reports what an endpoint has. */
    boolean isListing() {
        return InternalInterface.OfListing.class.isAssignableFrom(type);
    }

    /** Returns whether it is an internal interface. */
    public boolean isOwn() {
        return InternalInterface.class.isAssignableFrom(type);
    }

    /** Returns whether it extends {@code java.rmi.Remote}. */
    public boolean rmi() {
        return rmi;
    }

    EndpointOptions options() {
        return options;
    }

    /** Returns the interface as it is sent to a peer: one text, its class name. */
    public Definition definition() {
        return definition;
    }

    /** Returns the methods of a stub and the remote method of each. */
    Map<Method, RemoteMethod> declarations() {
        return byMethod;
    }

    /** Returns whether Wherry's classes can name it and all types of its methods. */
    boolean isNameable() {
        boolean nameable = methods.size() <= MOST_GENERATED && InterfaceAccess.names(type);
        for (Method method : byMethod.keySet()) {
            nameable = nameable && InterfaceAccess.names(method.getReturnType());
            for (Class<?> parameter : method.getParameterTypes()) {
                nameable = nameable && InterfaceAccess.names(parameter);
            }
        }
        return nameable;
    }

    /** Returns what creates stubs of the interface; null before the first one, and if its stubs are proxies. */
    @Nullable
    MethodHandle stubMaker() {
        return stubMaker;
    }

    /** Keeps what creates stubs of the interface as long as this object is in use. */
    void stubMaker(MethodHandle made) {
        stubMaker = made;
    }

    /** Returns the remote method of a stub's method; null if the method is not of this interface. */
    public @Nullable RemoteMethod method(Method method) {
        return byMethod.get(method);
    }

    /** Returns a method by its {@link RemoteMethod#key}; null if there is none. */
    public @Nullable RemoteMethod method(String key) {
        return byKey.get(key);
    }

    /** Returns the methods in the order of their names, then of their descriptors. */
    public List<RemoteMethod> methods() {
        return methods;
    }

    public Types types() {
        return types;
    }

    /** Returns the coder of the exceptions that its methods throw. */
    Coder exceptions(int codec) {
        return exceptions.get(codec);
    }

    /**
     * Checks that objects can be called as this interface from here; for stubs alone this is not needed.
     *
     * @throws IllegalArgumentException if Wherry has no access to it; names the line that gives it
     */
    public void requireServable() {
        if (isNameable()) {
            Dispatcher generated = DispatcherGenerator.of(
                    type, methods.stream().map(RemoteMethod::method).toList());
            methods.forEach(method -> method.dispatchBy(generated));
        } else {
            methods.forEach(method -> method.dispatchBy(DispatcherGenerator.byHandle(type, method.method())));
        }
    }

    /** Returns whether its callers wait as those of Java RMI do: by default without a deadline, and despite interrupts. */
    boolean waitsAsLongAsItTakes() {
        return rmi && !options.boundedRemoteCalls();
    }

    /** Returns the time limit of the calls of a method that sets none. */
    Duration timeout() {
        return waitsAsLongAsItTakes() ? Duration.ofNanos(UNLIMITED) : options.timeout();
    }

    /** Returns a description for tools that lack the classes of the interface. It is created once. */
    public InterfaceDescription describe() {
        InterfaceDescription known = description;
        if (known == null) {
            description = known = Descriptions.of(
                    type,
                    options,
                    rmi,
                    methods.stream().map(RemoteMethod::signature).toList());
        }
        return known;
    }

    @Override
    public String toString() {
        return type.getName();
    }

    /** Returns whether one stub can implement both: their declarations of the same method agree. */
    boolean agreesWith(RemoteInterface other) {
        return methods.stream()
                .allMatch(method -> other.methods.stream()
                        .filter(same -> same.signature().replaces(method.signature()))
                        .allMatch(same -> same.key().equals(method.key())
                                && same.signature()
                                        .exceptions()
                                        .equals(method.signature().exceptions())));
    }
}
