package dev.wherry.cli;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The user's own classes, in a loader below this program's. */
final class UserClasses {
    private UserClasses() {}

    static URLClassLoader loader(List<String> classPaths) {
        List<URL> urls = new ArrayList<>();
        for (String classPath : classPaths) {
            for (String entry : classPath.split(File.pathSeparator)) {
                add(entry, urls);
            }
        }
        return new URLClassLoader("wherry-serve", urls.toArray(URL[]::new), UserClasses.class.getClassLoader());
    }

    private static void add(String entry, List<URL> to) {
        Path path = Path.of(entry);
        if (entry.isEmpty()) {
            return;
        }
        if (!Files.exists(path)) {
            throw new CommandException(ExitCode.NOT_FOUND, "There is no file or folder " + path.toAbsolutePath());
        }
        try {
            to.add(path.toUri().toURL());
        } catch (MalformedURLException e) {
            throw new CommandException(ExitCode.USAGE, "'" + entry + "' cannot stand on a class path", e);
        }
    }

    static Class<?> load(String name, ClassLoader from) {
        try {
            return Class.forName(name, true, from);
        } catch (ClassNotFoundException e) {
            throw new CommandException(ExitCode.NOT_FOUND, "There is no class " + name + "; is --class-path right?", e);
        } catch (LinkageError e) {
            throw new CommandException(ExitCode.NOT_FOUND, "Class " + name + " cannot be loaded: " + e, e);
        }
    }
}
