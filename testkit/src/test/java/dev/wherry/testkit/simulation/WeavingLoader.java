package dev.wherry.testkit.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Has its own classes of Wherry: those of the simulation as they are, all others {@linkplain Weaver woven}. Of the services, it knows the
 * transport of the simulation only.
 */
final class WeavingLoader extends ClassLoader {
    private static final String WHERRY = "dev.wherry.";
    private static final String MACHINERY = WeavingLoader.class.getPackageName();
    private static final String SERVICES = "META-INF/services/";

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader original = WeavingLoader.class.getClassLoader();
    private final Weaver weaver = new Weaver(name -> original.getResourceAsStream(name + ".class"));

    WeavingLoader() {
        super("simulation", WeavingLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(WHERRY)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = bytes(name);
        byte[] defined = isMachinery(name) ? bytes : weaver.weave(bytes);
        return defineClass(name, defined, 0, defined.length);
    }

    private static boolean isMachinery(String name) {
        return name.startsWith(MACHINERY) && name.indexOf('.', MACHINERY.length() + 1) < 0;
    }

    private byte[] bytes(String name) throws ClassNotFoundException {
        try (InputStream in = original.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        if (!name.startsWith(SERVICES)) {
            return super.getResources(name);
        }
        URL own = original.getResource("simulation/" + name.substring(SERVICES.length()));
        return own == null ? Collections.emptyEnumeration() : Collections.enumeration(List.of(own));
    }

    /** Returns the names of the classes that the module of a class consists of. */
    static List<String> classesBeside(Class<?> type) {
        try {
            Path place = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(place)) {
                return names(place);
            }
            try (FileSystem jar = FileSystems.newFileSystem(place)) {
                return names(jar.getPath("/"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static List<String> names(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(each -> root.relativize(each).toString())
                    .filter(each -> each.endsWith(".class") && each.startsWith("dev"))
                    .map(each ->
                            each.substring(0, each.length() - ".class".length()).replace('/', '.'))
                    .filter(each -> !each.endsWith("-info"))
                    .sorted()
                    .toList();
        }
    }

    /** Initializes classes before the first run. A thread that waits in an initializer would keep the scheduler. */
    void initialize(List<String> names) {
        for (String each : names) {
            try {
                Class.forName(each, true, this);
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
