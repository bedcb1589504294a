package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** On the class path a module's {@code provides} is ignored, so that a forgotten line would be found by users only. */
class ProvidedServicesTest {
    private static final Path ROOT = Checkout.root();
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern IMPORT = Pattern.compile("import ([\\w.]+)\\.(\\w+);");
    private static final Pattern PROVIDES = Pattern.compile("provides ([\\w.]+) with([^;]+);");

    static Stream<String> modules() throws IOException {
        return MODULE
                .matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(found -> found.group(1))
                .filter(module -> Files.exists(descriptor(module)))
                .toList()
                .stream();
    }

    private static Path descriptor(String module) {
        return ROOT.resolve(module).resolve("src/main/java/module-info.java");
    }

    @ParameterizedTest
    @MethodSource("modules")
    void areTheSameOnTheClassPathAsOnTheModulePath(String module) throws IOException {
        assertThat(onTheClassPath(module)).isEqualTo(onTheModulePath(Files.readString(descriptor(module))));
    }

    private static Map<String, List<String>> onTheModulePath(String descriptor) {
        Map<String, String> imported = new TreeMap<>();
        Matcher imports = IMPORT.matcher(descriptor);
        while (imports.find()) {
            imported.put(imports.group(2), imports.group(1) + "." + imports.group(2));
        }
        Map<String, List<String>> services = new TreeMap<>();
        PROVIDES.matcher(descriptor)
                .results()
                .forEach(found -> services.put(
                        binaryName(found.group(1), imported),
                        Arrays.stream(found.group(2).split(","))
                                .map(String::strip)
                                .map(name -> binaryName(name, imported))
                                .toList()));
        return services;
    }

    /** Imported types are written by their simple names, and nested ones behind a dot. */
    private static String binaryName(String name, Map<String, String> imported) {
        String[] parts = name.split("\\.", 2);
        String outer = imported.get(parts[0]);
        return outer == null ? name : parts.length == 1 ? outer : outer + "$" + parts[1];
    }

    private static Map<String, List<String>> onTheClassPath(String module) throws IOException {
        Map<String, List<String>> services = new TreeMap<>();
        Path folder = ROOT.resolve(module).resolve("src/main/resources/META-INF/services");
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                files.forEach(file -> services.put(file.getFileName().toString(), providers(file)));
            }
        }
        return services;
    }

    private static List<String> providers(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
