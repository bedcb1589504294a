package dev.wherry.codec.compact;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes of an exception whose class may not travel one of a superclass that may, so that callers can catch it as that. */
public final class NearestException {
    private NearestException() {}

    /**
     * An exception of exactly {@code as}, a superclass of the original's class: with its message and trace, what {@code as}
     * and the classes above it keep, and the original as its cause. No constructor but Throwable's is run.
     *
     * @throws RuntimeException if the fields of one of these classes cannot be reached
     */
    public static Throwable of(Throwable original, Class<?> as) {
        String taken = (String) SerialFields.of(Throwable.class).take(original).get("detailMessage");
        Throwable made = make(taken, original, as);
        return Objects.equals(made.getMessage(), original.getMessage())
                ? made
                : make(original.getMessage(), original, as); // a class that was left out has made it
    }

    private static Throwable make(@Nullable String message, Throwable original, Class<?> as) {
        try {
            Constructor<?> constructor = Throwable.class.getDeclaredConstructor(String.class, Throwable.class);
            Throwable made =
                    (Throwable) SerialMethods.allocator(as, constructor).invoke((Object) message, (Object) original);
            for (Class<?> part = as; part != Throwable.class; part = part.getSuperclass()) {
                copy(original, made, part);
            }
            made.setStackTrace(original.getStackTrace());
            return made;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("A " + as.getName() + " cannot be made", e);
        }
    }

    /** What one class keeps. */
    private static void copy(Throwable from, Throwable to, Class<?> part) throws IllegalAccessException {
        if (Plan.isOfJdk(part)) {
            SerialFields state = SerialFields.of(part);
            if (!state.fields.isEmpty()) {
                state.put(to, state.take(from));
            }
            return;
        }
        for (Field field : Plan.fields(part, part.getSuperclass())) {
            field.setAccessible(true);
            field.set(to, field.get(from));
        }
    }
}
