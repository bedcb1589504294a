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

/** Copies exceptions that cannot travel as they are, so that callers can catch them. No constructor but Throwable's is run. */
public final class ExceptionCopies {
    /** Causes and suppressed exceptions that are copied with one. */
    private static final int MOST = 64;

    private final Function<Throwable, @Nullable Throwable> trial;
    private final IdentityHashMap<Throwable, Throwable> copies = new IdentityHashMap<>();

    private ExceptionCopies(Function<Throwable, @Nullable Throwable> trial) {
        this.trial = trial;
    }

    /**
     * An exception of exactly {@code as}, a superclass of the original's class: with its message and trace, what {@code as}
     * and the classes above it keep, and the original as its cause.
     *
     * @throws RuntimeException if the fields of one of these classes cannot be reached
     */
    public static Throwable nearest(Throwable original, Class<?> as) {
        Throwable made = make(taken(original), original, original, as);
        return Objects.equals(made.getMessage(), original.getMessage())
                ? made
                : make(original.getMessage(), original, original, as); // a class that was left out has made it
    }

    /**
     * A copy without what cannot travel: each field of a class of the program's that holds such a value is null, in causes and
     * suppressed exceptions too. A suppressed {@link CallException} names the field and the reason.
     *
     * @param trial tries to send an exception: returns why it cannot travel, or null
     * @return null if not even the exception without all of these fields can travel, or without them it has no message
     * @throws RuntimeException if the fields of its class cannot be reached
     */
    public static @Nullable Throwable travelling(Throwable original, Function<Throwable, @Nullable Throwable> trial) {
        return new ExceptionCopies(trial).travelling(original);
    }

    /**
     * A copy in whose causes and suppressed exceptions those of some classes are described.
     *
     * @return null if there are none
     * @throws RuntimeException if the fields of its class cannot be reached
     */
    public static @Nullable Throwable described(Throwable original, Predicate<Class<?>> lacking) {
        if (ExceptionDescription.cause(original) == null && original.getSuppressed().length == 0) {
            return null;
        }
        Descriptions descriptions = new Descriptions(lacking);
        descriptions.copies.put(original, original);
        Throwable copy = copy(original, descriptions::link);
        return descriptions.found ? copy : null;
    }

    private static final class Descriptions {
        private final Predicate<Class<?>> lacking;
        private final IdentityHashMap<Throwable, Throwable> copies = new IdentityHashMap<>();
        private boolean found;

        Descriptions(Predicate<Class<?>> lacking) {
            this.lacking = lacking;
        }

        @Nullable
        Throwable link(@Nullable Throwable link) {
            Throwable before = link == null ? null : copies.get(link);
            if (link == null || before != null || link instanceof CallException) {
                return before == null ? link : before;
            }
            if (copies.size() >= MOST) {
                return text(link);
            }
            copies.put(link, link); // one that leads back to itself stays there as it is
            boolean lacks = lacking.test(link.getClass());
            found |= lacks;
            Throwable copy = lacks ? ExceptionDescription.of(link, this::link) : copy(link, this::link);
            copies.put(link, copy);
            return copy;
        }
    }

    private @Nullable Throwable travelling(Throwable original) {
        copies.put(original, original); // one that leads back to itself stays there as it is
        Throwable copy = copy(original, this::link);
        try {
            List<CallException> missing = takeFields(original, copy);
            if (missing == null) { // what hangs on it may be too much together
                copy = copy(original, ExceptionCopies::text);
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

    private static Throwable copy(Throwable original, UnaryOperator<@Nullable Throwable> links) {
        Throwable cause = links.apply(ExceptionDescription.cause(original));
        Throwable copy = make(taken(original), cause, original, original.getClass());
        for (Throwable suppressed : original.getSuppressed()) {
            copy.addSuppressed(Objects.requireNonNull(links.apply(suppressed)));
        }
        return copy;
    }

    private static @Nullable Throwable text(@Nullable Throwable link) {
        return link == null ? null : ExceptionDescription.of(link, _ -> null);
    }

    /** Whether its own methods accept that fields are null: else they would fail where the caller logs it. */
    private static boolean hasText(Throwable copy) {
        try {
            var _ = copy.getMessage();
            var _ = copy.toString();
            return true;
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            return false;
        }
    }

    /** @return what to say of the fields that cannot travel; null if the copy cannot even without any */
    private @Nullable List<CallException> takeFields(Throwable original, Throwable copy) throws IllegalAccessException {
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
                missing.add(missing(field, refusal));
            }
        }
        return missing;
    }

    /** One that can travel stays as it is, one that cannot even without its fields is described; a chain ends with the last of so many. */
    private @Nullable Throwable link(@Nullable Throwable link) {
        if (link == null) {
            return null;
        }
        Throwable before = copies.get(link);
        if (before != null) {
            return before;
        }
        Throwable copy = copies.size() >= MOST ? ExceptionDescription.of(link, _ -> null) : linked(link);
        copies.put(link, copy);
        return copy;
    }

    private Throwable linked(Throwable link) {
        if (trial.apply(link) == null) {
            return link;
        }
        try {
            Throwable copy = travelling(link);
            if (copy != null) {
                return copy;
            }
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            // its fields cannot be reached, or its class's own code fails: its text is left
        }
        return ExceptionDescription.of(link, this::link);
    }

    private static CallException missing(Field field, Throwable refusal) {
        return new CallException(
                CallException.Code.CODEC,
                "The field '" + field.getName() + "' of "
                        + field.getDeclaringClass().getName() + " is null here, since its value could not be sent: "
                        + refusal.getMessage());
    }

    /** The fields of the program's classes that can be null. */
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

    /** The message as the constructor took it. */
    private static @Nullable String taken(Throwable original) {
        return (String) SerialFields.of(Throwable.class).take(original).get("detailMessage");
    }

    private static Throwable make(
            @Nullable String message, @Nullable Throwable cause, Throwable original, Class<?> as) {
        try {
            Constructor<?> constructor = Throwable.class.getDeclaredConstructor(String.class, Throwable.class);
            Throwable made =
                    (Throwable) SerialMethods.allocator(as, constructor).invoke((Object) message, (Object) cause);
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
        if (ClassNames.isOfJdk(part)) {
            SerialFields state = SerialFields.of(part);
            if (!state.fields.isEmpty()) {
                state.copy(from, to);
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

    /** Sets a field of the program's; a final one through the JDK's support for serialization, unless it is transient. */
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
