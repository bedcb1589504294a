package dev.wherry.cli.types;

import dev.wherry.ByReference;
import dev.wherry.Idempotent;
import dev.wherry.OneWay;
import dev.wherry.RegisterTypes;
import dev.wherry.statistics.InterfaceDescription;
import dev.wherry.statistics.InterfaceDescription.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A described interface and its types as classes. They hold data and nothing else, and see nothing but each other and
 * the JDK: what a peer describes shadows no class of this program, and reaches none.
 */
public final class GeneratedClasses extends ClassLoader {
    /** The annotations of generated classes. */
    private static final Map<String, Class<?>> BORROWED =
            Set.of(ByReference.class, Idempotent.class, OneWay.class, RegisterTypes.class).stream()
                    .collect(Collectors.toMap(Class::getName, Function.identity()));

    private final Described described;
    private final ByteCode bytes;

    /** None is made before it is asked for. */
    public GeneratedClasses(Described described) {
        super("wherry-call", ClassLoader.getPlatformClassLoader());
        this.described = described;
        this.bytes = new ByteCode(described);
    }

    /** The interface. */
    public Class<?> type() {
        return load(described.name());
    }

    /** The class of a described type. */
    public Class<?> load(String name) {
        try {
            return loadClass(name);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new DescriptionException(
                    described.name(), "no class can be made of '" + name + "': " + e.getMessage());
        }
    }

    /** Whether the class is one of these. */
    public boolean contains(Class<?> type) {
        return type.getClassLoader() == this;
    }

    /** Those of this kind. */
    public List<Class<?>> ofKind(Kind kind) {
        return described.types().values().stream()
                .filter(type -> type.kind() == kind)
                .<Class<?>>map(type -> load(type.name()))
                .toList();
    }

    /** The records, classes and enums that can stand where {@code base} is declared, by their simple names. */
    public Map<String, Class<?>> cases(Class<?> base) {
        Map<String, Long> uses = described.types().keySet().stream()
                .collect(Collectors.groupingBy(Names::simple, Collectors.counting()));
        return described.types().values().stream()
                .filter(type -> type.kind() == Kind.RECORD || type.kind() == Kind.CLASS || type.kind() == Kind.ENUM)
                .filter(type -> base.isAssignableFrom(load(type.name())))
                .collect(Collectors.toMap(type -> unambiguous(type, uses), type -> load(type.name())));
    }

    private static String unambiguous(InterfaceDescription.Type type, Map<String, Long> uses) {
        String simple = Names.simple(type.name());
        return uses.getOrDefault(simple, 0L) == 1 ? simple : type.name();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> borrowed = BORROWED.get(name);
        if (borrowed != null) {
            return borrowed;
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            InterfaceDescription.Type type = described.types().get(name);
            if (type == null && (!name.equals(described.name()) || described.isOfTheJdk())) {
                return super.loadClass(name, resolve);
            }
            byte[] made = type == null ? bytes.ofInterface() : bytes.of(type);
            return defineClass(name, made, 0, made.length);
        }
    }
}
