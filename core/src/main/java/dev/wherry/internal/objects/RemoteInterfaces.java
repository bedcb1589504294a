package dev.wherry.internal.objects;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.types.TypeKinds;
import dev.wherry.reflect.GenericTypes;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Types;
import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The interfaces that an endpoint has used, each parsed once. Only these are found by name. For any thread. */
public final class RemoteInterfaces {
    /** Interfaces of a stub beside the declared one. */
    private static final int MOST_BESIDE = 16;
    /** An interface can have many methods with one cause. */
    private static final int MOST_LOGGED = 5;

    /** Kept by the classes, so that a class loader can be unloaded once nobody serves its classes. */
    private final ClassValue<RemoteInterface> byType;

    private final ClassValue<List<RemoteInterface>> byObject;
    /** Of several classes of one name the last that was parsed, since a class may be loaded again. */
    private final ConcurrentMap<String, WeakReference<Class<?>>> byName = new ConcurrentHashMap<>();

    public RemoteInterfaces(EndpointOptions options, List<Codec> codecs) {
        byType = new ClassValue<>() {
            @Override
            protected RemoteInterface computeValue(Class<?> type) {
                RemoteInterface parsed = RemoteInterface.of(type, options, codecs);
                byName.put(type.getName(), new WeakReference<>(type));
                List<String> unfit = parsed.unfit();
                if (!unfit.isEmpty()) {
                    int more = unfit.size() - MOST_LOGGED;
                    LOG.log(
                            Level.WARNING,
                            "These methods of " + type.getName()
                                    + " cannot be called remotely. Each call of one fails.\n"
                                    + String.join("\n", unfit.subList(0, Math.min(unfit.size(), MOST_LOGGED)))
                                    + (more > 0 ? "\nand " + more + " more" : ""));
                }
                if (!parsed.emptyPlaces().isEmpty()) {
                    LOG.log(
                            Level.WARNING,
                            "Calls of " + type.getName()
                                    + " fail if there is a value in one of these places, since nothing of its"
                                    + " type travels: " + String.join("; ", parsed.emptyPlaces())
                                    + ". Make a field transient, or declare a type that travels");
                }
                if (!parsed.unregistered().isEmpty()) {
                    LOG.log(
                            Level.WARNING,
                            "No class is registered that implements the declared type of "
                                    + String.join("; ", parsed.unregistered())
                                    + ". Only null and exported objects can be sent there: register the classes, or"
                                    + " annotate the type with @ByReference if it is your own");
                }
                return parsed;
            }
        };
        byObject = new ClassValue<>() {
            @Override
            protected List<RemoteInterface> computeValue(Class<?> type) {
                return parse(type);
            }
        };
    }

    public RemoteInterface of(Class<?> type) {
        return byType.get(type);
    }

    /** Returns this endpoint's interfaces of the same types, which another endpoint has parsed. */
    public List<RemoteInterface> own(List<RemoteInterface> others) {
        return others.stream().map(other -> of(other.type())).toList();
    }

    /** The by-reference interfaces of an object's class that objects can be called by, each before those it extends. */
    public List<RemoteInterface> served(Class<?> type) {
        return byObject.get(type);
    }

    /** Those of them that extend {@code java.rmi.Remote}, by which objects are served wherever they are served by one. */
    public List<RemoteInterface> rmi(Class<?> type) {
        List<RemoteInterface> all = served(type);
        return all.stream().allMatch(RemoteInterface::rmi)
                ? all
                : all.stream().filter(RemoteInterface::rmi).toList();
    }

    /** The same for an object that is served as one of them, which comes first. */
    public List<RemoteInterface> rmi(RemoteInterface first, Class<?> type) {
        return Stream.concat(Stream.of(first), rmi(type).stream()).distinct().toList();
    }

    private List<RemoteInterface> parse(Class<?> type) {
        List<Class<?>> interfaces = new ArrayList<>();
        for (Class<?> each : GenericTypes.interfaces(type)) {
            if (!TypeKinds.isByReference(each)) {
                continue;
            }
            int at = 0;
            while (at < interfaces.size() && !interfaces.get(at).isAssignableFrom(each)) {
                at++;
            }
            interfaces.add(at, each);
        }
        if (interfaces.size() > 1) {
            interfaces.removeIf(TypeKinds::isRemote); // a marker, which has no methods
        }
        List<RemoteInterface> parsed = new ArrayList<>();
        for (Class<?> each : interfaces) {
            try {
                RemoteInterface served = of(each);
                served.requireServable();
                parsed.add(served);
            } catch (IllegalArgumentException e) {
                LOG.log(Level.WARNING, "A " + type.getName() + " cannot be called as " + each.getName(), e);
            }
        }
        return List.copyOf(parsed);
    }

    /** Returns the interface of this name, for references of the peer; null if this side has or allows no stubs of it. */
    @Nullable
    public RemoteInterface find(String name, Types types) {
        RemoteInterface known = known(name);
        if (known != null) {
            return known;
        }
        Class<?> type = types.findReference(name);
        try {
            return type == null ? null : of(type);
        } catch (IllegalArgumentException e) {
            LOG.log(Level.WARNING, "Stubs cannot be made of " + name, e);
            return null;
        }
    }

    @Nullable
    public RemoteInterface known(String name) {
        WeakReference<Class<?>> named = byName.get(name);
        Class<?> type = named == null ? null : named.get();
        return type == null ? null : byType.get(type);
    }

    /** Returns the interfaces that stubs have in addition to the first, whatever the order in which a peer names them. */
    public List<RemoteInterface> together(List<RemoteInterface> all) {
        return all.stream()
                .skip(1)
                .sorted(Comparator.comparing(each -> each.type().getName()))
                .limit(MOST_BESIDE)
                .toList();
    }
}
