package dev.wherry.internal.invoke;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates stubs whose class is a {@link Proxy}. Peers choose which interfaces an object has together, so that there can be a
 * class for each set of them. Each such class has its own class loader and is unloaded after the last of its stubs.
 */
final class ProxyStubs {
    private static final MethodHandles.Lookup OURS = MethodHandles.lookup();

    /** By the loader of the declared interface, then by the names of all. Guarded by this map. */
    private static final Map<@Nullable ClassLoader, Map<String, WeakReference<ClassLoader>>> LOADERS =
            new WeakHashMap<>();

    private static final ClassValue<@Nullable Class<?>> SUBSTITUTES = new ClassValue<>() {
        @Override
        protected @Nullable Class<?> computeValue(Class<?> type) {
            return substitute(type);
        }
    };

    private static final class Loader extends ClassLoader {
        Loader(@Nullable ClassLoader parent) {
            super("wherry-stubs", parent);
        }
    }

    private ProxyStubs() {}

    static Object of(Stub stub) {
        List<RemoteInterface> interfaces = stub.interfaces();
        Class<?> declared = interfaces.getFirst().type();
        if (interfaces.size() == 1) {
            return Proxy.newProxyInstance(declared.getClassLoader(), new Class<?>[] {declared}, stub);
        }
        Class<?>[] types = interfaces.stream()
                .<Class<?>>map(each -> Objects.requireNonNull(SUBSTITUTES.get(each.type())))
                .sorted(Comparator.comparing(Class::getName))
                .toArray(Class<?>[]::new);
        return Proxy.newProxyInstance(loader(declared.getClassLoader(), types), types, stub);
    }

    private static ClassLoader loader(@Nullable ClassLoader parent, Class<?>[] types) {
        String names = Arrays.stream(types).map(Class::getName).collect(Collectors.joining(" "));
        synchronized (LOADERS) {
            Map<String, WeakReference<ClassLoader>> loaders = LOADERS.computeIfAbsent(parent, none -> new HashMap<>());
            WeakReference<ClassLoader> known = loaders.get(names);
            ClassLoader loader = known == null ? null : known.get();
            if (loader == null) {
                loaders.values().removeIf(each -> each.get() == null);
                loader = new Loader(parent);
                loaders.put(names, new WeakReference<>(loader));
            }
            return loader;
        }
    }

    /** Returns whether stubs can implement an interface together with others. */
    static boolean canCombine(Class<?> type) {
        return SUBSTITUTES.get(type) != null;
    }

    /**
     * Returns the interface that the class of a stub implements instead of a given one. An interface that is not public can
     * only be implemented in its own loader, which is never unloaded. A public interface that extends it is generated there.
     * Null if that is impossible.
     */
    private static @Nullable Class<?> substitute(Class<?> type) {
        if (Modifier.isPublic(type.getModifiers())) {
            return type;
        }
        if (!Arrays.stream(type.getMethods()).allMatch(each -> InterfaceAccess.isCastable(each.getReturnType()))) {
            return null; // a proxy in another package cannot cast to it
        }
        String name = type.getName() + "$$Public";
        try {
            OURS.lookupClass().getModule().addReads(type.getModule());
            byte[] code = ClassFile.of()
                    .build(
                            ClassDesc.of(name),
                            builder -> builder.withFlags(
                                            ClassFile.ACC_PUBLIC | ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT)
                                    .withInterfaceSymbols(GeneratedCode.desc(type)));
            return MethodHandles.privateLookupIn(type, OURS).defineClass(code);
        } catch (IllegalAccessException e) {
            return null; // its module is not open to Wherry
        } catch (LinkageError e) { // another Wherry in this JVM has made it
            return named(name, type.getClassLoader());
        }
    }

    private static @Nullable Class<?> named(String name, @Nullable ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
