package dev.wherry.internal.mobility;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects that one channel has sent by reference, each always as the same one, so that its stubs are equal. Thread-safe. */
final class CarriedObjects {
    private final Channel channel;
    private final Map<Same, WeakReference<CarriedObject>> all = new HashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    CarriedObjects(Channel channel) {
        this.channel = channel;
    }

    /** Keeps neither the object nor what carries it. */
    synchronized CarriedObject of(Object object, List<Class<?>> types) {
        for (Object each = gone.poll(); each != null; each = gone.poll()) {
            all.remove(each);
        }
        WeakReference<CarriedObject> known = all.get(new Same(object, null));
        CarriedObject carried = known == null ? null : known.get();
        if (carried == null) {
            carried = new CarriedObject(channel, object);
            all.put(new Same(object, gone), new WeakReference<>(carried));
        }
        carried.serve(types);
        return carried;
    }

    /** An object as a key, by identity. */
    private static final class Same extends WeakReference<Object> {
        private final int hash;

        Same(Object object, @Nullable ReferenceQueue<Object> queue) {
            super(object, queue);
            hash = System.identityHashCode(object);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        @SuppressWarnings("ReferenceEquality")
        public boolean equals(Object other) {
            return this == other || (other instanceof Same same && get() != null && get() == same.get());
        }
    }
}
