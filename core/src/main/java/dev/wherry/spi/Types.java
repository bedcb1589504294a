package dev.wherry.spi;

/**
 * What may travel in the calls of one interface: the closure of its signatures, and what was registered. Nothing else is
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

    /** The same of a class that is here, of which more can be said: whether it is generated, public, or the JDK's. */
    default CodecException refusal(Class<?> type) {
        return refusal(type.getName());
    }

    /** Whether a declared type is by reference: an interface annotated {@code @ByReference} or extending Remote. */
    boolean isReference(Class<?> declared);

    /** Whether all mutable values keep their identity within a message here, not only those that can reach themselves. */
    boolean keepsSharing();

    /**
     * Whether serializable lambdas are values here: only where code travels, see {@link dev.wherry.Task}.
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
