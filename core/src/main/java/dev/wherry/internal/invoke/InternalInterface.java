package dev.wherry.internal.invoke;

/**
 * Marks a remote interface of Wherry itself. A {@code CallException} of its methods reaches the caller unchanged. A parameter or
 * result of type Object is passed by reference, never by value. This is an interface and not an annotation, since the JDK
 * takes longer to read one annotation than to make a call.
 */
public interface InternalInterface {
    /** Marks an interface that reports what an endpoint has. Only some peers may call it: see {@link dev.wherry.PeerRights}. */
    interface OfListing extends InternalInterface {}

    /**
     * Marks an interface of a session's extension. Its methods may leave objects in thread-locals, which must not stay
     * there: see {@link dev.wherry.internal.extension.SessionExtension#generation}.
     */
    interface OfExtension extends InternalInterface {}

    /** Marks an interface that runs tasks. Messages call its methods "the task", since their names mean nothing to users. */
    interface OfTasks extends OfExtension {}

    /** Marks an interface that calls back. Messages call its methods "the callback". */
    interface OfCallbacks extends OfExtension {}

    /** Returns whether a type is an internal interface or nested in one. */
    static boolean has(Class<?> type) {
        return InternalInterface.class.isAssignableFrom(type.getNestHost());
    }

    /** Returns the name for messages of such an interface or of a type nested in it; else {@code otherwise}. */
    static String shown(Class<?> type, String otherwise) {
        Class<?> outermost = type.getNestHost();
        if (OfTasks.class.isAssignableFrom(outermost)) {
            return "the task";
        }
        return OfCallbacks.class.isAssignableFrom(outermost) ? "the callback" : otherwise;
    }
}
