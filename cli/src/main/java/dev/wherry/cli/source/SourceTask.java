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
     * Compiles it.
     *
     * @param classPath what it may use beside the JDK and Wherry's core
     * @param libraries whose classes it finds when it runs
     * @param says what the compiler has to say
     * @throws IOException if the file cannot be read
     * @throws SourceException if it does not compile, or makes no task
     */
    public static SourceTask compile(Path source, List<Path> classPath, ClassLoader libraries, Writer says)
            throws IOException {
        if (!Files.isReadable(source)) {
            throw new IOException("There is no file " + source.toAbsolutePath() + " that can be read");
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
            throw new SourceException("Class " + name + " cannot be loaded: " + e + "; is --class-path right?", e);
        }
    }

    /** A task's source may name the types of core and of mobility. */
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
                "%s makes no task: expected 'public class %s implements Callable<...>', or Runnable"
                        .formatted(source, simple),
                null);
    }

    /** Whether it answers something. */
    public boolean answers() {
        return Callable.class.isAssignableFrom(type);
    }

    /**
     * Makes the task, here, by the first constructor that there is: one that takes as many Strings as there are arguments,
     * a List of them, or an array.
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
            return "is an enum, of which no object can be made";
        }
        if (type.isInterface()) {
            return "is an interface, of which no object can be made";
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            return "is abstract, so that no object of it can be made";
        }
        if (type.getConstructors().length == 0) {
            return "has no public constructor";
        }
        return arguments.isEmpty() ? "cannot be made without arguments" : "takes no arguments " + arguments;
    }

    private static Object make(Constructor<?> constructor, Object[] given) {
        try {
            return constructor.newInstance(given);
        } catch (InvocationTargetException e) {
            throw new SourceException("The constructor " + constructor + " threw " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new SourceException("The constructor " + constructor + " cannot be called: " + e, e);
        }
    }
}
