package dev.wherry.internal.invoke;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What was generated for an interface, once for all endpoints; gone when the last of them has let go of it. */
final class Generated<T> {
    private final Function<RemoteInterface, T> generator;
    /** Weak, since the code is Wherry's: an interface that outlives Wherry must not keep it. */
    private final ClassValue<AtomicReference<@Nullable WeakReference<T>>> known = new ClassValue<>() {
        @Override
        protected AtomicReference<@Nullable WeakReference<T>> computeValue(Class<?> type) {
            return new AtomicReference<>();
        }
    };

    Generated(Function<RemoteInterface, T> generator) {
        this.generator = generator;
    }

    T of(RemoteInterface type) {
        AtomicReference<@Nullable WeakReference<T>> place = known.get(type.type());
        synchronized (place) {
            WeakReference<T> last = place.get();
            T made = last == null ? null : last.get();
            if (made == null) {
                made = generator.apply(type);
                place.set(new WeakReference<>(made));
            }
            return made;
        }
    }
}
