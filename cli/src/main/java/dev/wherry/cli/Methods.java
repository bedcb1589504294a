package dev.wherry.cli;

import static java.util.stream.Collectors.joining;

import dev.wherry.cli.json.JsonValueException;
import dev.wherry.cli.json.JsonValues;
import dev.wherry.cli.types.Described;
import dev.wherry.cli.types.GeneratedClasses;
import dev.wherry.cli.types.JavaText;
import dev.wherry.statistics.InterfaceDescription.Method;
import dev.wherry.statistics.InterfaceDescription.Part;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among the overloads of a method: by its parameter types if they are given, as in {@code add(int,int)}. Otherwise it
 * chooses by the number of arguments, then by the types to which the JSON can be converted. Two that fit are an error, never a
 * guess. The last arguments become an array if no method takes as many.
 */
record Methods(Described described, GeneratedClasses classes, JsonValues values) {
    /** A method and its arguments, ready to be called. */
    record Chosen(Method described, java.lang.reflect.Method method, List<@Nullable Object> arguments) {}

    Chosen choose(String wanted, List<String> arguments) {
        List<Method> named = named(wanted);
        List<Method> counted = named.stream()
                .filter(method -> method.parameters().size() == arguments.size())
                .toList();
        if (counted.isEmpty()) {
            counted = named.stream()
                    .filter(method ->
                            endsWithArray(method) && method.parameters().size() - 1 <= arguments.size())
                    .toList();
        }
        if (counted.isEmpty()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "No method '%s' takes %d argument%s. Methods:%s"
                            .formatted(wanted, arguments.size(), arguments.size() == 1 ? "" : "s", list(named)));
        }
        List<Chosen> fitting = new ArrayList<>();
        List<Method> fittingMethods = new ArrayList<>();
        JsonValueException misfit = null;
        for (Method method : counted) {
            try {
                fitting.add(converted(method, arguments));
                fittingMethods.add(method);
            } catch (JsonValueException e) {
                misfit = e;
            }
        }
        if (fitting.size() == 1) {
            return fitting.getFirst();
        }
        if (fitting.size() > 1) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "The arguments fit %d methods. Add the parameter types, as in '%s'. Methods:%s"
                            .formatted(
                                    fitting.size(),
                                    JavaText.overload(fittingMethods.getFirst()),
                                    list(fittingMethods)));
        }
        String why = counted.size() == 1 && misfit != null ? misfit.getMessage() : "methods:" + list(counted);
        throw new CommandException(ExitCode.USAGE, "The arguments do not fit " + wanted + ": " + why, misfit);
    }

    /** Returns the overload with an array instead of three dots. */
    private static String plain(String overload) {
        return overload.replace("...", "[]");
    }

    private List<Method> named(String wanted) {
        String spaceless = plain(wanted.replace(" ", ""));
        List<Method> named = described.methods().stream()
                .filter(method -> method.name().equals(spaceless)
                        || plain(JavaText.overload(method)).equals(spaceless))
                .toList();
        if (named.isEmpty()) {
            throw new CommandException(
                    ExitCode.NOT_FOUND,
                    "Unknown method '%s' of %s. Methods:%s"
                            .formatted(wanted, described.name(), list(described.methods())));
        }
        return named;
    }

    private Chosen converted(Method method, List<String> arguments) {
        java.lang.reflect.Method found = reflected(method);
        Type[] types = found.getGenericParameterTypes();
        List<@Nullable Object> converted = new ArrayList<>(types.length);
        boolean gathers = types.length != arguments.size();
        int single = gathers ? types.length - 1 : types.length;
        for (int i = 0; i < single; i++) {
            converted.add(value(method, i, i, arguments, types[i]));
        }
        if (gathers) {
            Class<?> element = found.getParameterTypes()[single].getComponentType();
            Type declared = types[single] instanceof GenericArrayType array ? array.getGenericComponentType() : element;
            Object rest = Array.newInstance(element, arguments.size() - single);
            for (int i = single; i < arguments.size(); i++) {
                Array.set(rest, i - single, value(method, single, i, arguments, declared));
            }
            converted.add(rest);
        }
        return new Chosen(method, found, converted);
    }

    private @Nullable Object value(Method method, int parameter, int argument, List<String> arguments, Type type) {
        try {
            return values.read(arguments.get(argument), type);
        } catch (JsonValueException e) {
            Part declared = method.parameters().get(parameter);
            throw new JsonValueException(
                    "argument %d, '%s', does not fit %s %s: %s"
                            .formatted(
                                    argument + 1,
                                    arguments.get(argument),
                                    JavaText.shortType(declared.type()),
                                    declared.name(),
                                    e.getMessage()),
                    e);
        }
    }

    /** Returns whether the last parameter is an array. Its elements can then be given one by one, as with {@code ...}. */
    private static boolean endsWithArray(Method method) {
        return !method.parameters().isEmpty()
                && method.parameters().getLast().type().startsWith("[");
    }

    private java.lang.reflect.Method reflected(Method method) {
        return Arrays.stream(classes.type().getMethods())
                .filter(made -> made.getName().equals(method.name()))
                .filter(made -> MethodType.methodType(made.getReturnType(), made.getParameterTypes())
                        .descriptorString()
                        .equals(method.descriptor()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The generated interface lacks " + method.name()));
    }

    private static String list(List<Method> methods) {
        return methods.stream().map(JavaText::overload).collect(joining("; ", " ", ""));
    }
}
