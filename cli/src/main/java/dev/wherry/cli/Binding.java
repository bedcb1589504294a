package dev.wherry.cli;

import dev.wherry.Endpoint;
import java.lang.reflect.InvocationTargetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A class to instantiate, with the name and the interface to bind the object as: {@code NAME=INTERFACE:CLASS}. */
record Binding(String name, String type, String implementation) {
    private static final Pattern FORM = Pattern.compile("([^=]+)=([^:]+):([^:]+)");

    static Binding parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "'" + text
                            + "' is not a binding: write NAME=INTERFACE:CLASS, such as bank=acme.Bank:acme.LedgerBank");
        }
        return new Binding(matcher.group(1), matcher.group(2), matcher.group(3));
    }

    void into(Endpoint endpoint, ClassLoader classes) {
        bind(endpoint, UserClasses.load(type, classes), make(classes));
    }

    private <T> void bind(Endpoint endpoint, Class<T> as, Object made) {
        if (!as.isInstance(made)) {
            throw new CommandException(ExitCode.USAGE, "%s does not implement %s".formatted(implementation, type));
        }
        try {
            endpoint.bind(name, as, as.cast(made));
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "Cannot bind '%s': %s".formatted(name, e.getMessage()), e);
        }
    }

    private Object make(ClassLoader classes) {
        Class<?> found = UserClasses.load(implementation, classes);
        try {
            return found.getConstructor().newInstance();
        } catch (InvocationTargetException e) {
            throw new CommandException(
                    ExitCode.FAILED, "The constructor of %s threw %s".formatted(implementation, e.getCause()), e);
        } catch (ReflectiveOperationException e) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "%s must be a public class with a public constructor without parameters".formatted(found.getName()),
                    e);
        }
    }
}
