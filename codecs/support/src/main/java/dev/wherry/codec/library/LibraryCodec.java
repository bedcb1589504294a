package dev.wherry.codec.library;

import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.codec.compact.Instantiator;
import dev.wherry.reflect.GenericTypes;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.Types;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Date;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A codec over a serialization library. The library carries objects of the program's classes, arrays, texts, numbers, enums,
 * and the JDK's lists, hash sets and hash maps. All other values travel <em>aside</em>, as codec {@code compact} writes them:
 * exceptions, classes with a serial form (except Externalizable ones), optionals, sorted and concurrent collections, and the
 * JDK's other values. A value that holds a remote object travels as {@code compact} writes it.
 *
 * <p>Objects keep their identity within a value, but not from one parameter to the next, nor between the value and its parts
 * that travel aside. Immutable except for caches; for any thread.
 */
public abstract class LibraryCodec implements Codec {
    /** Values of the JDK that many libraries write well. */
    protected static final Set<Class<?>> USUAL_VALUES = Set.of(
            BigDecimal.class,
            BigInteger.class,
            Date.class,
            Duration.class,
            Instant.class,
            LocalDate.class,
            LocalDateTime.class,
            LocalTime.class);

    private final String name;
    private final Set<Class<?>> carried;
    private final CompactCodec compact = new CompactCodec();
    private final Map<Types, WeakReference<LibraryTypes>> known = new WeakHashMap<>();

    /** @param carried empty values of the JDK whose classes the library writes as well as {@code compact} does */
    protected LibraryCodec(String name, Set<Class<?>> carried) {
        this.name = name;
        this.carried = Set.copyOf(carried);
    }

    /** Creates the library for the types of one interface. Called once for each interface. */
    protected abstract Library library(Shapes shapes);

    /**
     * Returns whether the library takes objects of this class, perhaps through {@link Writing#aside}. If not, a value that
     * holds one travels as codec {@code compact} writes it. Called once for each class. By default the library takes all.
     *
     * @param aside whether such objects are passed to {@link Writing#aside}
     */
    protected boolean takes(Class<?> type, boolean aside) {
        return true;
    }

    /**
     * Returns whether codec {@code compact} makes objects of a class by the constructor of a superclass, as JDK serialization
     * does. For libraries that would run no constructor.
     */
    protected static boolean runsConstructorOfBase(Class<?> type) {
        return Instantiator.runBase(type);
    }

    @Override
    public final String name() {
        return name;
    }

    /** Primitives and references are written as in codec {@code compact}, which also refuses types that can never travel. */
    @Override
    public final Coder coder(Declared declared, Types types) {
        Coder own = compact.coder(declared, types);
        Class<?> type = GenericTypes.erase(declared.type());
        return type.isPrimitive() || types.isReference(type)
                ? own
                : new LibraryCoder(type, declared.place(), own, libraryTypes(types));
    }

    private synchronized LibraryTypes libraryTypes(Types types) {
        WeakReference<LibraryTypes> kept = known.get(types);
        @Nullable LibraryTypes made = kept == null ? null : kept.get();
        if (made == null) {
            Shapes shapes = new Shapes(types, carried, this::takes);
            Coder open = compact.coder(new Declared(Object.class, ""), types);
            made = new LibraryTypes(shapes, open, library(shapes));
            known.put(types, new WeakReference<>(made));
        }
        return made;
    }
}
