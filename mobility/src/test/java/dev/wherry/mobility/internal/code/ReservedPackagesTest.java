package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservedPackagesTest {
    /** By the folders, since the tests' own classes are patched in. */
    @ParameterizedTest
    @ValueSource(classes = {Endpoint.class, ReservedPackages.class})
    void holdAllOfCoreAndOfMobility(Class<?> type) throws Exception {
        Path classes =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"));
                Stream<Path> files = Files.walk(classes)) {
            assertThat(ModuleDescriptor.read(in).exports())
                    .isNotEmpty()
                    .allMatch(exported -> ReservedPackages.contain(exported.source()));
            assertThat(files.filter(file -> file.toString().endsWith(".class") && !file.endsWith("module-info.class"))
                            .map(file -> classes.relativize(file.getParent())
                                    .toString()
                                    .replace('/', '.')))
                    .contains(type.getPackageName())
                    .allMatch(ReservedPackages::contain);
        }
    }

    @Test
    void holdAllOfTheJdksBase() {
        assertThat(Object.class.getModule().getPackages()).allMatch(ReservedPackages::contain);
    }
}
