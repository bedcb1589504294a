package dev.wherry.mobility.internal.child;

import dev.wherry.mobility.ChildLimits;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command that starts a child: the java of this JVM with its class path and its modules. No other options of this JVM are
 * passed on, such as agents and debuggers.
 */
final class ChildCommand {
    /**
     * The environment variables that a child sees: those for its locale, the names of its files and its time zone. The JVM needs no
     * others. They could contain secrets, or options for the JVM ({@code JAVA_TOOL_OPTIONS}). The name of the child's folder is
     * added.
     */
    private static final Set<String> ENVIRONMENT = Set.of("LANG", "LC_ALL", "LC_CTYPE", "TZ");

    /** The memory for the classes that a child loads, as an option of the JVM. */
    static final String CLASS_SPACE = "256m";

    private static final String CORE = "dev.wherry";
    private static final Module WHERRY = ChildCommand.class.getModule();

    private ChildCommand() {}

    /** @throws IOException if the class could not be found in the child */
    static ProcessBuilder of(ChildLimits limits, Class<?> work, Path folder) throws IOException {
        if (!ClassLoader.getSystemClassLoader().equals(work.getClassLoader())) {
            throw new IOException("A child JVM would not find " + work.getName() + ", which " + work.getClassLoader()
                    + " has loaded: put Wherry on the class path or the module path of this JVM");
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(limits(limits));
        command.addAll(habits(folder));
        command.addAll(nativeAccess());
        command.addAll(classes());
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().keySet().retainAll(ENVIRONMENT);
        builder.environment().put(OrphanProcesses.MARK, folder.toString());
        return builder;
    }

    /** The JVM limits the memory of buffers and arenas outside the heap to the same size as the heap. */
    private static List<String> limits(ChildLimits limits) {
        return List.of(
                "-Xmx" + limits.heapBytes(), "-XX:MaxMetaspaceSize=" + CLASS_SPACE, "-XX:+ExitOnOutOfMemoryError");
    }

    /** The serial collector starts fastest, and has no threads that could be counted as the task's. */
    private static List<String> habits(Path folder) {
        return List.of(
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-XX:+DisableAttachMechanism",
                "-XX:-CreateCoredumpOnCrash",
                "-Djava.io.tmpdir=" + folder,
                "-Dstdout.encoding=UTF-8",
                "-Dstderr.encoding=UTF-8");
    }

    /** Gives the child's Wherry the access that this JVM's Wherry has: lanes over shared memory need it. */
    private static List<String> nativeAccess() {
        List<String> options = new ArrayList<>();
        options.add("--illegal-native-access=deny");
        String modules = wherryHere()
                .filter(Module::isNativeAccessEnabled)
                .map(module -> module.isNamed() ? module.getName() : "ALL-UNNAMED")
                .sorted()
                .collect(Collectors.joining(","));
        if (!modules.isEmpty()) {
            options.add("--enable-native-access=" + modules);
        }
        return options;
    }

    /** All modules of Wherry; the unnamed one if it is on the class path. */
    private static Stream<Module> wherryHere() {
        return WHERRY.isNamed()
                ? ModuleLayer.boot().modules().stream()
                        .filter(module -> module.getName().equals(CORE)
                                || module.getName().startsWith(CORE + "."))
                : Stream.of(WHERRY);
    }

    /** Returns the same module path and class path as here. Wherry may be on either. */
    private static List<String> classes() {
        List<String> options = new ArrayList<>();
        String modules = System.getProperty("jdk.module.path");
        if (modules != null) {
            options.addAll(List.of("--module-path", absolute(modules)));
        }
        if (modules != null || WHERRY.isNamed()) {
            options.addAll(List.of("--add-modules", modulesHere()));
        }
        String classes = System.getProperty("java.class.path", "");
        if (!classes.isEmpty()) {
            options.addAll(List.of("-cp", absolute(classes)));
        }
        String main = ChildMain.class.getName();
        options.addAll(WHERRY.isNamed() ? List.of("-m", WHERRY.getName() + "/" + main) : List.of(main));
        return options;
    }

    private static String modulesHere() {
        return ModuleLayer.boot().modules().stream()
                .map(Module::getName)
                .sorted()
                .collect(Collectors.joining(","));
    }

    /** Returns absolute paths, since the child starts in another folder. */
    private static String absolute(String path) {
        return Stream.of(path.split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
