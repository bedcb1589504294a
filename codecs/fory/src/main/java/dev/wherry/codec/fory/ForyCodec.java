package dev.wherry.codec.fory;

import dev.wherry.codec.library.Lent;
import dev.wherry.codec.library.Library;
import dev.wherry.codec.library.LibraryCodec;
import dev.wherry.codec.library.Shapes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Codec {@code fory}: values by Apache Fory in its native mode, with references tracked and code generated for each class.
 * Fory cannot carry parts that another codec writes. So a value travels as codec {@code compact} writes it if it holds
 * references, exceptions, or classes with a serial form that are not Externalizable. The same holds for classes of the JDK other
 * than texts, numbers, dates and the usual lists, sets and maps. Both ends need the same versions of the classes, whose names
 * are sent with each value. A module {@code opens} the package to {@code org.apache.fory.core} and {@code dev.wherry}.
 *
 * <p>It refuses classes that are not on the interface's list, and cycles through records. It refuses values that nest deeper or
 * hold more than the endpoint's {@link dev.wherry.Limits} allow, lengths that the bytes cannot justify, and keys whose hashing
 * would not end in time. It also refuses the classes that Fory registers by default and that are not written here. For any
 * thread: each value has a Fory to itself, and some are kept.
 */
public final class ForyCodec extends LibraryCodec {
    /** Those of the JDK's collections that Fory knows by number. */
    @SuppressWarnings("JdkObsolete") // values of old classes travel too
    private static final Set<Class<?>> COLLECTIONS = Stream.of(
                    new ArrayList<>(),
                    new LinkedList<>(),
                    new ArrayDeque<>(),
                    new HashSet<>(),
                    new LinkedHashSet<>(),
                    new HashMap<>(),
                    new LinkedHashMap<>(),
                    Arrays.asList(1),
                    List.of(1),
                    List.of(1, 2, 3),
                    Set.of(),
                    Set.of(1),
                    Map.of(),
                    Map.of(1, 1),
                    Collections.unmodifiableList(new ArrayList<>()),
                    Collections.unmodifiableSet(new HashSet<>()),
                    Collections.unmodifiableMap(new HashMap<>()))
            .map(Object::getClass)
            .collect(Collectors.toUnmodifiableSet());

    /** Found by the service loader. */
    public ForyCodec() {
        super("fory", USUAL_VALUES);
    }

    @Override
    protected boolean takes(Class<?> type, boolean aside) {
        return !aside && takes(type);
    }

    static boolean takes(Class<?> type) {
        boolean container = Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
        return !runsConstructorOfBase(type) && (!container || COLLECTIONS.contains(type));
    }

    @Override
    protected Library library(Shapes shapes) {
        return new Lent(depth -> new Graph(shapes, depth));
    }
}
