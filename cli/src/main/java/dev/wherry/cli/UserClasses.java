package dev.wherry.cli;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Loads classes of the user. */
final class UserClasses {
    private UserClasses() {}

    static URLClassLoader loader(String name, List<String> classPaths) {
        return new URLClassLoader(name, urls(classPaths), UserClasses.class.getClassLoader());
    }

    /** Returns a loader that does not find the classes of this program. */
    static URLClassLoader alone(String name, List<String> classPaths) {
        return new URLClassLoader(name, urls(classPaths), ClassLoader.getPlatformClassLoader());
    }

    /** Returns the directories and jars of class paths. */
    static List<Path> paths(List<String> classPaths) {
        List<Path> paths = new ArrayList<>();
        for (String classPath : classPaths) {
            for (String entry : classPath.split(File.pathSeparator)) {
                if (!entry.isEmpty()) {
                    paths.add(existing(entry));
                }
            }
        }
        return paths;
    }

    private static Path existing(String entry) {
        Path path = Path.of(entry);
        if (!Files.exists(path)) {
            throw new CommandException(ExitCode.NOT_FOUND, "No such file or directory: " + path.toAbsolutePath());
        }
        return path;
    }

    private static URL[] urls(List<String> classPaths) {
        return paths(classPaths).stream().map(UserClasses::url).toArray(URL[]::new);
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new CommandException(ExitCode.USAGE, "'" + path + "' cannot be used in a class path", e);
        }
    }

    private static Class<?> find(String name, ClassLoader from) throws ClassNotFoundException {
        try {
            return Class.forName(name, true, from);
        } catch (ClassNotFoundException e) {
            int dot = name.lastIndexOf('.');
            if (dot < 0) {
                throw e;
            }
            try {
                return find(name.substring(0, dot) + '$' + name.substring(dot + 1), from);
            } catch (ClassNotFoundException nested) {
                throw e;
            }
        }
    }

    /** @param name the binary name or, for a nested class, that of source code: {@code acme.Server.Nested} */
    static Class<?> load(String name, ClassLoader from) {
        try {
            return find(name, from);
        } catch (ClassNotFoundException e) {
            throw new CommandException(ExitCode.NOT_FOUND, "Class not found: " + name + ". Check --class-path", e);
        } catch (LinkageError e) {
            throw new CommandException(ExitCode.NOT_FOUND, "Cannot load class " + name + ": " + e, e);
        }
    }
}
