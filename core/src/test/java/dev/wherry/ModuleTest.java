package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private static ModuleDescriptor descriptor() throws IOException, URISyntaxException {
        try (InputStream in = Files.newInputStream(classes().resolve("module-info.class"))) {
            return ModuleDescriptor.read(in);
        }
    }

    private static Path classes() throws URISyntaxException {
        return Path.of(
                OneWay.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
