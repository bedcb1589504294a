package dev.wherry.codec.compact;

import dev.wherry.CallException;
import dev.wherry.codec.ClassNames;
import dev.wherry.codec.ExceptionDescription;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Copies exceptions that cannot travel as they are, so that callers can still catch them by their class. It runs no constructor
 * but that of Throwable.
 */
public final class ExceptionCopies {
    /** Causes and suppressed exceptions that are copied with one exception. */
    private static final int MOST = 64;

    private ExceptionCopies() {}

    /**
     * Returns an exception of exactly the class {@code as}, a superclass of the original's class. It has the original's message,
     * stack trace and fields of {@code as} and the classes above it; its cause is the original.
     *
     * @throws RuntimeException if the fields of one of these classes cannot be reached, or are not all that it writes
     */
    public static Throwable nearest(Throwable original, Class<?> as) {
        Throwable made = make(message(original), original, original, as);
        return Objects.equals(made.getMessage(), original.getMessage())
                ? made
                : make(original.getMessage(), original, original, as); // a class below it has composed the message
    }

    /**
     * Returns a copy without the values that cannot travel. Each field of a class of the program's that holds such a value is
     * null, also in causes and suppressed exceptions. A suppressed {@link CallException} names the field and the reason.
     *
     * @param trial tries to send an exception: returns why it cannot travel, or null
     * @return null if the exception cannot travel even without all of these fields, or has no message without them
     * @throws RuntimeException if the fields of its class cannot be reached
     */
    public static @Nullable Throwable travelling(Throwable original, Function<Throwable, @Nullable Throwable> trial) {
        return new Travelling(trial).copy(original);
    }

    /**
     * Returns a copy in which causes and suppressed exceptions of some classes are replaced by their descriptions.
     *
     * @return null if there are none
     * @throws RuntimeException if the fields of its class cannot be reached
     */
    public static @Nullable Throwable described(Throwable original, Predicate<Class<?>> lacking) {
        if (ExceptionDescription.cause(original) == null && original.getSuppressed().length == 0) {
            return null;
        }
        Described links = new Described(lacking);
        links.copies.put(original, original);
        Throwable copy = ExceptionCopies.copy(original, links::link);
        return links.found ? copy : null;
    }

    /** Replaces the causes and suppressed exceptions of one exception, each once. */
    private abstract static class Links {
        final IdentityHashMap<Throwable, Throwable> copies = new IdentityHashMap<>();

        @Nullable
        Throwable link(@Nullable Throwable link) {
            Throwable known = link == null ? null : copies.get(link);
            if (link == null || known != null) {
                return known;
            }
            if (copies.size() >= MOST) {
                return text(link);
            }
            copies.put(link, link); // a cycle leads back to the original
            Throwable replaced = replaced(link);
            copies.put(link, replaced);
            return replaced;
        }

        abstract Throwable replaced(Throwable link);
    }

    private static final class Described extends Links {
        private final Predicate<Class<?>> lacking;
        private boolean found;

        Described(Predicate<Class<?>> lacking) {
            this.lacking = lacking;
        }

        @Override
        Throwable replaced(Throwable link) {
            if (link instanceof CallException) {
                return link;
            }
            boolean lacks = lacking.test(link.getClass());
            found |= lacks;
            return lacks ? ExceptionDescription.of(link, this::link) : ExceptionCopies.copy(link, this::link);
        }
    }

    private static final class Travelling extends Links {
        private final Function<Throwable, @Nullable Throwable> trial;

        Travelling(Function<Throwable, @Nullable Throwable> trial) {
            this.trial = trial;
        }

        /** Leaves an exception that can travel as it is. Describes one that cannot travel even without its fields. */
        @Override
        Throwable replaced(Throwable link) {
            if (trial.apply(link) == null) {
                return link;
            }
            try {
                Throwable copy = copy(link);
                if (copy != null) {
                    return copy;
                }
            } catch (RuntimeException | StackOverflowError | LinkageError e) {
                // its fields cannot be reached, or the code of its class fails: the description remains
            }
            return ExceptionDescription.of(link, this::link);
        }

        @Nullable
        Throwable copy(Throwable original) {
            copies.put(original, original); // a cycle leads back to the original
            Throwable copy = ExceptionCopies.copy(original, this::link);
            try {
                List<CallException> missing = takeFields(original, copy);
                if (missing == null) { // its causes and suppressed exceptions may be too much together
                    copy = ExceptionCopies.copy(original, ExceptionCopies::text);
                    missing = takeFields(original, copy);
                }
                if (missing == null || (!missing.isEmpty() && !hasText(copy))) {
                    return null;
                }
                missing.forEach(copy::addSuppressed);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("The fields of " + original.getClass() + " cannot be copied", e);
            }
            copies.put(original, copy);
            return copy;
        }

        /** @return a note for each field that cannot travel; null if the copy cannot travel even without any field */
        private @Nullable List<CallException> takeFields(Throwable original, Throwable copy)
                throws IllegalAccessException {
            List<Field> fields = references(original.getClass());
            for (Field field : fields) {
                set(copy, field, null);
            }
            if (trial.apply(copy) != null) {
                return null;
            }
            List<CallException> missing = new ArrayList<>();
            for (Field field : fields) {
                set(copy, field, field.get(original));
                Throwable refusal = trial.apply(copy);
                if (refusal != null) {
                    set(copy, field, null);
                    missing.add(new CallException(
                            CallException.Code.CODEC,
                            "The field '" + field.getName() + "' of "
                                    + field.getDeclaringClass().getName()
                                    + " is null here, since its value could not be sent: " + refusal.getMessage()));
                }
            }
            return missing;
        }

        /** Returns whether its own methods accept that fields are null. If not, they would fail where the caller logs it. */
        private static boolean hasText(Throwable copy) {
            try {
                var _ = copy.getMessage();
                var _ = copy.toString();
                return true;
            } catch (RuntimeException | StackOverflowError | LinkageError e) {
                return false;
            }
        }
    }

    private static Throwable copy(Throwable original, UnaryOperator<@Nullable Throwable> links) {
        Throwable cause = links.apply(ExceptionDescription.cause(original));
        Throwable copy = make(message(original), cause, original, original.getClass());
        for (Throwable suppressed : original.getSuppressed()) {
            copy.addSuppressed(Objects.requireNonNull(links.apply(suppressed)));
        }
        return copy;
    }

    private static @Nullable Throwable text(@Nullable Throwable link) {
        return link == null ? null : ExceptionDescription.of(link, _ -> null);
    }

    /** Returns the fields of the program's classes that can be null. */
    private static List<Field> references(Class<?> type) {
        List<Field> references = new ArrayList<>();
        for (Class<?> part = type; !ClassNames.isOfJdk(part); part = part.getSuperclass()) {
            for (Field field : ClassLayout.fields(part, part.getSuperclass(), Modifier.STATIC)) {
                if (!field.getType().isPrimitive()) {
                    field.setAccessible(true);
                    references.add(field);
                }
            }
        }
        return references;
    }

    /** Returns the message that was passed to the constructor. */
    private static @Nullable String message(Throwable original) {
        return (String) SerialFields.of(Throwable.class).take(original).get("detailMessage");
    }

    private static Throwable make(
            @Nullable String message, @Nullable Throwable cause, Throwable original, Class<?> as) {
        try {
            Constructor<?> constructor = Throwable.class.getDeclaredConstructor(String.class, Throwable.class);
            Throwable made =
                    (Throwable) SerialMethods.allocator(as, constructor).invoke((Object) message, (Object) cause);
            for (Class<?> part = as; part != Throwable.class; part = part.getSuperclass()) {
                copyFields(original, made, part);
            }
            made.setStackTrace(original.getStackTrace());
            return made;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("A " + as.getName() + " cannot be made", e);
        }
    }

    /** Copies the fields of one class. */
    private static void copyFields(Throwable from, Throwable to, Class<?> part) throws IllegalAccessException {
        if (ClassNames.isOfJdk(part)) {
            SerialFields state = SerialFields.of(part);
            if (state.writesMoreThanFields()) {
                throw new IllegalStateException("A " + part.getName() + " holds more than its fields");
            }
            if (!state.fields.isEmpty()) {
                state.put(to, state.take(from));
            }
            return;
        }
        List<Field> fields = ClassLayout.fields(part, part.getSuperclass());
        if (fields.stream().anyMatch(field -> Modifier.isFinal(field.getModifiers()))) {
            SerialFields state = SerialFields.of(part);
            state.putDefault(to, state.takeDefault(from));
            return;
        }
        for (Field field : fields) {
            field.setAccessible(true);
            field.set(to, field.get(from));
        }
    }

    /** Sets a field of a class of the program's. A final one is set by the JDK's support for serialization. */
    private static void set(Throwable copy, Field field, @Nullable Object value) throws IllegalAccessException {
        if (!Modifier.isFinal(field.getModifiers())) {
            field.set(copy, value);
            return;
        }
        SerialFields state = SerialFields.of(field.getDeclaringClass());
        Map<String, @Nullable Object> values = state.takeDefault(copy);
        values.put(field.getName(), value);
        state.putDefault(copy, values);
    }
}
