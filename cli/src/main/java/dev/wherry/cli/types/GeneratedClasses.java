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
 * Generates the classes of a described interface and its types. The classes hold data only, and can refer only to each other
 * and to the JDK: a peer's description neither replaces nor reaches a class of this program.
 */
public final class GeneratedClasses extends ClassLoader {
    /** The annotations of generated classes. */
    private static final Map<String, Class<?>> BORROWED =
            Set.of(ByReference.class, Idempotent.class, OneWay.class, RegisterTypes.class).stream()
                    .collect(Collectors.toMap(Class::getName, Function.identity()));

    private final Described described;
    private final ByteCode bytes;

    /** Creates a loader. Each class is generated when it is first loaded. */
    public GeneratedClasses(Described described) {
        super("wherry-call", ClassLoader.getPlatformClassLoader());
        this.described = described;
        this.bytes = new ByteCode(described);
    }

    /** Returns the interface. */
    public Class<?> type() {
        return load(described.name());
    }

    /** Returns the class of a described type. */
    public Class<?> load(String name) {
        try {
            return loadClass(name);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new DescriptionException(
                    described.name(), "cannot generate the class '" + name + "': " + e.getMessage());
        }
    }

    /** Returns whether this loader has generated the class. */
    public boolean contains(Class<?> type) {
        return type.getClassLoader() == this;
    }

    /** Returns the classes of a kind. */
    public List<Class<?>> ofKind(Kind kind) {
        return described.types().values().stream()
                .filter(type -> type.kind() == kind)
                .<Class<?>>map(type -> load(type.name()))
                .toList();
    }

    /** Returns the records, classes and enums that are assignable to {@code base}, by their simple names. */
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
