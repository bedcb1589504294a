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
        if (object instanceof Released released) {
            new OfReleased(released).start();
        } else if (UNREFERENCED.get(object.getClass())) {
            new OfUnreferenced(object).start();
        }
    }

    private static final class OfReleased extends Notice {
        private final Released object;

        OfReleased(Released object) {
            super(object.getClass().getName() + ".released");
            this.object = object;
        }

        @Override
        protected void call() {
            object.released();
        }
    }

    /** Loaded only where the module is there. */
    private static final class OfUnreferenced extends Notice {
        private final Unreferenced object;

        OfUnreferenced(Object object) {
            super(object.getClass().getName() + ".unreferenced");
            this.object = (Unreferenced) object;
        }

        @Override
        protected void call() {
            object.unreferenced();
        }
    }
}
