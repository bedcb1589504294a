package dev.wherry.internal.objects;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.reflect.GenericTypes;
import java.lang.System.Logger.Level;
import java.rmi.server.Unreferenced;

/** Notifies objects that implement {@code java.rmi.server.Unreferenced}, as Java RMI does, on a thread of their own. */
public final class UnreferencedObjects {
    /** Whether objects of a class do: by the interface's name, since the module java.rmi may be absent. */
    private static final ClassValue<Boolean> ASKS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return GenericTypes.interfaces(type).stream()
                    .anyMatch(each -> each.getName().equals("java.rmi.server.Unreferenced"));
        }
    };

    private UnreferencedObjects() {}

    /** @param object that no peer and no name of the endpoint refers to any more */
    public static void notify(Object object) {
        if (ASKS.get(object.getClass())) {
            Rmi.start(object);
        }
    }

    /** Loaded only where the module is there. */
    private static final class Rmi {
        static void start(Object object) {
            Thread.ofVirtual().name("wherry-unreferenced").start(() -> run((Unreferenced) object));
        }

        private static void run(Unreferenced object) {
            try {
                object.unreferenced();
            } catch (RuntimeException | Error e) {
                LOG.log(Level.WARNING, object.getClass().getName() + ".unreferenced failed", e);
            }
        }
    }
}
