package dev.wherry.spi;

import dev.wherry.reflect.GenericTypes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The types that may be sent in the calls of one interface: the closure of its signatures, and the registered types. Nothing else is
 * ever instantiated. Immutable but for caches; for any thread.
 */
public interface Types {
    /** Whether values of exactly this class may travel where the declared type allows it. */
    boolean allows(Class<?> type);

    /**
     * The allowed class of this name. The name comes from a peer: no class is loaded or initialised for it that is not
     * allowed.
     *
     * @throws CodecException naming the class and the line to add, if there is no such class
     */
    Class<?> find(String className);

    /** The refusal of a class, naming the line that would allow it. */
    CodecException refusal(String className);

    /** The refusal of a class that is here, of which more can be said: what it implements, whether it is generated or public. */
    default CodecException refusal(Class<?> type) {
        return refusal(type.getName());
    }

    /** Returns the refusal of a class that was sent as a value, such as {@code Circle.class}, by its name. */
    default CodecException refusalOfLiteral(String className) {
        return refusal(className);
    }

    /** Returns the refusal of a class that was sent as a value, such as {@code Circle.class}, and is known here. */
    default CodecException refusalOfLiteral(Class<?> type) {
        return refusalOfLiteral(type.getName());
    }

    /** Whether a declared type is by reference: an interface annotated {@code @ByReference} or extending Remote. */
    boolean isReference(Class<?> declared);

    /**
     * Returns whether a declared type has any value but null. It has none if no value, no listed class and no by-reference
     * interface extends it, and it is an abstract class or a type of the JDK or of Kotlin. Examples are an iterator, a function
     * or an unregistered {@code java.awt.Point}.
     */
    default boolean hasValues(Class<?> declared) {
        return true;
    }

    /**
     * The interfaces by which objects of this class travel by reference: those that it implements and that are by
     * reference. Where there are any, its objects are never copied into a place that a stub can fill. None of an enum,
     * whose constants are known by their names everywhere.
     */
    default List<Class<?>> references(Class<?> type) {
        if (Enum.class.isAssignableFrom(type)) {
            return List.of();
        }
        List<Class<?>> references = new ArrayList<>();
        for (Class<?> each : GenericTypes.interfaces(type)) {
            if (isReference(each)) {
                references.add(each);
            }
        }
        return references;
    }

    /**
     * The interface of this name as which a peer's object may be referred to here, null if there is none. Unlike {@link
     * #find} it may be one that nothing lists: a stub of it does nothing until it is called.
     */
    default @Nullable Class<?> findReference(String className) {
        return null;
    }

    /** Returns whether all mutable values keep their identity within a message, not only those that can reach themselves. */
    boolean preservesIdentity();

    /**
     * Whether serializable lambdas are values here: only where code travels, see {@link dev.wherry.ExtensionOption#acceptsCode}.
     *
     * @param capturing whose code has made the lambda
     * @param calls class, name and descriptor of the method that the lambda calls: {@code com/acme/Main.lambda$0()V}
     */
    default boolean allowsLambda(Class<?> capturing, String calls) {
        return false;
    }

    /** The interface these types were derived from, for messages and for its loader. */
    Class<?> root();
}
