package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Provides;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModuleTest {
    @Test
    void needsNothingButTheJdk() throws Exception {
        assertThat(descriptor().requires())
                .filteredOn(required -> !required.modifiers().contains(Requires.Modifier.STATIC))
                .extracting(Requires::name)
                .contains("java.base")
                .allMatch(name -> ModuleFinder.ofSystem().find(name).isPresent(), "a module of the JDK");
    }

    @Test
    void opensNothing() throws Exception {
        assertThat(descriptor().isOpen()).isFalse();
        assertThat(descriptor().opens()).isEmpty();
    }

    /** On the class path a module's own list is ignored, so that a forgotten line would be found by users only. */
    @Test
    void providesTheSameServicesOnTheClassPathAsOnTheModulePath() throws Exception {
        Map<String, List<String>> onTheModulePath =
                descriptor().provides().stream().collect(Collectors.toMap(Provides::service, Provides::providers));
        assertThat(servicesOnTheClassPath()).isEqualTo(onTheModulePath);
    }

    private static ModuleDescriptor descriptor() throws IOException, URISyntaxException {
        try (InputStream in = Files.newInputStream(classes().resolve("module-info.class"))) {
            return ModuleDescriptor.read(in);
        }
    }

    private static Map<String, List<String>> servicesOnTheClassPath() throws IOException, URISyntaxException {
        Path services = classes().resolve("META-INF/services");
        if (!Files.exists(services)) {
            return Map.of();
        }
        try (Stream<Path> files = Files.list(services)) {
            return files.collect(Collectors.toMap(file -> file.getFileName().toString(), ModuleTest::providers));
        }
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

    private static Path classes() throws URISyntaxException {
        return Path.of(
                OneWay.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
