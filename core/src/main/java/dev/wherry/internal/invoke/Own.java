package dev.wherry.internal.invoke;

/**
 * Marks the internal remote interfaces. A {@code CallException} of their methods reaches the caller unchanged. A parameter or
 * result of type Object is passed by reference, never by value. This is an interface and not an annotation, since the JDK
 * takes longer to read one annotation than to make a call.
 */
public interface Own {
    /**
     * Marks those of the objects of a session's extension. Their methods may leave objects in thread-locals, which must not stay
     * there: see {@link dev.wherry.internal.extension.SessionExtension#generation}.
     */
    interface OfExtension extends Own {}

    /** Marks those that run tasks. Messages call their methods "the task", since their names mean nothing to users. */
    interface OfTasks extends OfExtension {}

    /** Marks those that call back. Messages call their methods "the callback". */
    interface OfCallbacks extends OfExtension {}

    /** Returns whether a type is an internal interface or nested in one. */
    static boolean has(Class<?> type) {
        return Own.class.isAssignableFrom(type.getNestHost());
    }

    /** Returns the name of such an interface, or of one nested in it, for messages; else {@code otherwise}. */
    static String shown(Class<?> type, String otherwise) {
        Class<?> outermost = type.getNestHost();
        if (OfTasks.class.isAssignableFrom(outermost)) {
            return "the task";
        }
        return OfCallbacks.class.isAssignableFrom(outermost) ? "the callback" : otherwise;
    }
}
