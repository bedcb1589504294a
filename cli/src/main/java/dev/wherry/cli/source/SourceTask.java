package dev.wherry.cli.source;

import dev.wherry.Endpoint;
import dev.wherry.mobility.Task;
import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** A source file whose public class is a task. */
public final class SourceTask {
    private static final String CONSTRUCTORS =
            "a class with a public constructor that takes as many Strings as there are arguments, a"
                    + " List<String>, or String...";

    private final Class<?> type;

    private SourceTask(Class<?> type) {
        this.type = type;
    }

    /**
     * Compiles a source file.
     *
     * @param classPath the libraries of the source, besides the JDK and Wherry's core
     * @param libraries finds the classes of these libraries at run time
     * @param says receives the messages of the compiler
     * @throws IOException if the file cannot be read
     * @throws SourceException if it does not compile, or has no class that is a task
     */
    public static SourceTask compile(Path source, List<Path> classPath, ClassLoader libraries, Writer says)
            throws IOException {
        if (!Files.isReadable(source)) {
            throw new IOException(
                    (Files.exists(source) ? "Permission denied: " : "File not found: ") + source.toAbsolutePath());
        }
        if (!source.toString().endsWith(".java") || Files.isDirectory(source)) {
            throw new SourceException(source + " is not a Java source file: expected a file such as Task.java", null);
        }
        Map<String, byte[]> classes = Compiler.compile(source, withWherry(classPath), says);
        String simple = source.getFileName().toString().replaceFirst("\\.java$", "");
        String name = classes.keySet().stream()
                .filter(each -> each.equals(simple) || each.endsWith("." + simple))
                .findFirst()
                .orElseThrow(() -> noTask(source, simple));
        try {
            Class<?> type = Class.forName(name, false, new CompiledClasses(classes, libraries));
            if (!Modifier.isPublic(type.getModifiers())
                    || !(Callable.class.isAssignableFrom(type) || Runnable.class.isAssignableFrom(type))) {
                throw noTask(source, simple);
            }
            return new SourceTask(type);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new SourceException("Cannot load class " + name + ": " + e + ". Check --class-path", e);
        }
    }

    /** Adds Wherry to the class path, since the source of a task may name types of core and of mobility. */
    private static List<Path> withWherry(List<Path> classPath) {
        List<Path> all = new ArrayList<>(classPath);
        for (Class<?> type : List.of(Endpoint.class, Task.class)) {
            all.add(Path.of(URI.create(
                    type.getProtectionDomain().getCodeSource().getLocation().toString())));
        }
        return all;
    }

    private static SourceException noTask(Path source, String simple) {
        return new SourceException(
                "%s has no task: expected 'public class %s implements Callable<...>', or Runnable"
                        .formatted(source, simple),
                null);
    }

    /** Returns whether the task has a result. */
    public boolean answers() {
        return Callable.class.isAssignableFrom(type);
    }

    /**
     * Makes the task in this JVM by a public constructor. It prefers one that takes as many Strings as there are arguments,
     * then one that takes a List of Strings, then one that takes an array of Strings.
     *
     * @throws SourceException if no constructor takes the arguments, or if it threw
     */
    public Object make(List<String> arguments) {
        Map<List<Class<?>>, Object[]> forms = new LinkedHashMap<>();
        forms.put(Collections.nCopies(arguments.size(), String.class), arguments.toArray());
        forms.put(List.of(List.class), new Object[] {List.copyOf(arguments)});
        forms.put(List.of(String[].class), new Object[] {arguments.toArray(String[]::new)});
        Constructor<?>[] constructors =
                Modifier.isAbstract(type.getModifiers()) ? new Constructor<?>[0] : type.getConstructors();
        for (Map.Entry<List<Class<?>>, Object[]> form : forms.entrySet()) {
            for (Constructor<?> each : constructors) {
                if (form.getKey().equals(Arrays.asList(each.getParameterTypes()))) {
                    return make(each, form.getValue());
                }
            }
        }
        throw new SourceException(type.getName() + " " + misfit(arguments) + ": expected " + CONSTRUCTORS, null);
    }

    private String misfit(List<String> arguments) {
        if (type.isEnum()) {
            return "is an enum and cannot be instantiated";
        }
        if (type.isInterface()) {
            return "is an interface and cannot be instantiated";
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            return "is abstract and cannot be instantiated";
        }
        if (type.getConstructors().length == 0) {
            return "has no public constructor";
        }
        return arguments.isEmpty()
                ? "has no public constructor without parameters"
                : "has no public constructor for the arguments " + arguments;
    }

    private static Object make(Constructor<?> constructor, Object[] given) {
        try {
            return constructor.newInstance(given);
        } catch (InvocationTargetException e) {
            throw new SourceException("The constructor " + constructor + " threw " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new SourceException("Cannot call the constructor " + constructor + ": " + e, e);
        }
    }
}
