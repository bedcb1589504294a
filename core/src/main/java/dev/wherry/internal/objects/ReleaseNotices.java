package dev.wherry.internal.objects;

import dev.wherry.Released;
import dev.wherry.internal.events.Notice;
import dev.wherry.reflect.GenericTypes;
import java.rmi.server.Unreferenced;

/** Notifies an object that nobody refers to it any more, if its class implements {@link Released} or {@link Unreferenced}. */
public final class ReleaseNotices {
    /** Whether a class implements Unreferenced: by the interface's name, since the module java.rmi may be absent. */
    private static final ClassValue<Boolean> UNREFERENCED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return GenericTypes.interfaces(type).stream()
                    .anyMatch(each -> each.getName().equals("java.rmi.server.Unreferenced"));
        }
    };

    private ReleaseNotices() {}

    /**
     * Starts the thread that notifies the object.
     *
     * @throws OutOfMemoryError if there is no memory for it; then the object is not notified
     */
    public static void start(Object object) {
        if (object instanceof Released) {
            new OfObject(object, ".released").start();
        } else if (UNREFERENCED.get(object.getClass())) {
            new OfObject(object, ".unreferenced").start();
        }
    }

    private static final class OfObject extends Notice {
        private final Object object;

        OfObject(Object object, String method) {
            super(object.getClass().getName() + method);
            this.object = object;
        }

        @Override
        protected void call() {
            if (object instanceof Released released) {
                released.released();
            } else { // its interface is only loaded where its module is there
                ((Unreferenced) object).unreferenced();
            }
        }
    }
}
