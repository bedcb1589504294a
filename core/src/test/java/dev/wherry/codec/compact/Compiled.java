package dev.wherry.codec.compact;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Classes and modules compiled while the tests run. */
final class Compiled {
    private Compiled() {}

    /** Compiles one source file, given as its path and its lines, into a folder. */
    static void into(Path folder, List<String> options, String... sources) {
        try {
            List<String> arguments = new ArrayList<>(options);
            arguments.addAll(List.of("-d", folder.toString(), "-proc:none"));
            Path from = Files.createTempDirectory("sources");
            for (int i = 0; i < sources.length; i += 2) {
                Path file = from.resolve(sources[i]);
                Files.createDirectories(file.getParent());
                Files.writeString(file, sources[i + 1]);
                arguments.add(file.toString());
            }
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            if (compiler.run(null, null, null, arguments.toArray(String[]::new)) != 0) {
                throw new IllegalArgumentException(Arrays.toString(sources));
            }
            try (Stream<Path> files = Files.walk(from)) {
                files.sorted((a, b) -> b.compareTo(a))
                        .forEach(file -> file.toFile().delete());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loads one class alone, in a new class loader. */
    static Class<?> load(Path folder, String name, String source) {
        into(folder, List.of(), name.replace('.', '/') + ".java", source);
        try {
            URL url = folder.toUri().toURL();
            return Class.forName(name, true, new URLClassLoader(new URL[] {url}, Compiled.class.getClassLoader()));
        } catch (ClassNotFoundException | MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
