package dev.wherry.internal.invoke;

/**
 * Marks Wherry's own remote interfaces: a {@code CallException} of their methods is Wherry's word, and reaches the caller as
 * it is. What they declare as Object is called where it is: no value arrives there. This is an interface and not an
 * annotation, since the JDK takes longer to read one annotation than to make a call.
 */
public interface Own {
    /**
     * Marks those of the objects of a session's extension. Their methods may leave objects in thread-locals, which must not stay
     * there: see {@link dev.wherry.internal.extension.SessionExtension#generation}.
     */
    interface OfExtension extends Own {}

    /** Marks those that run tasks: messages call their methods "the task", since their names mean nothing to users. */
    interface OfTasks extends OfExtension {}

    /** Marks those that call back: messages call their methods "the callback". */
    interface OfCallbacks extends OfExtension {}

    /** Whether a type is such an interface, or nested in one. */
    static boolean has(Class<?> type) {
        return Own.class.isAssignableFrom(type.getNestHost());
    }

    /** What messages call such an interface, or one nested in it; else {@code otherwise}. */
    static String shown(Class<?> type, String otherwise) {
        Class<?> outermost = type.getNestHost();
        if (OfTasks.class.isAssignableFrom(outermost)) {
            return "the task";
        }
        return OfCallbacks.class.isAssignableFrom(outermost) ? "the callback" : otherwise;
    }
}
