package dev.wherry.internal.parcels;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects that one channel has sent by reference, each always as the same one, so that its stubs are equal. Thread-safe. */
final class LocalReferents {
    private final Channel channel;
    private final Map<Same, WeakReference<LocalReferent>> all = new HashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private boolean ended;

    LocalReferents(Channel channel) {
        this.channel = channel;
    }

    /** Keeps neither the object nor what carries it. */
    synchronized LocalReferent of(Object object, List<Class<?>> types) {
        if (ended) {
            throw new CallException(Code.NOT_FOUND, "What was to go with this call was released with its workspace");
        }
        for (Object each = gone.poll(); each != null; each = gone.poll()) {
            all.remove(each);
        }
        WeakReference<LocalReferent> known = all.get(new Same(object, null));
        LocalReferent referent = known == null ? null : known.get();
        if (referent == null) {
            referent = new LocalReferent(channel, object);
            all.put(new Same(object, gone), new WeakReference<>(referent));
        }
        referent.serve(types);
        return referent;
    }

    /** Nobody calls them any more, whoever still has a stub of one. */
    synchronized void end() {
        ended = true;
        for (WeakReference<LocalReferent> each : all.values()) {
            LocalReferent known = each.get();
            if (known != null) {
                known.end();
            }
        }
        all.clear();
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
