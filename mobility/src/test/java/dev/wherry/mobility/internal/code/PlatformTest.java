package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.memory.MemoryRings;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlatformTest {
    /** By the folder or JAR file, since the tests' own classes are patched into the module. */
    @ParameterizedTest
    @ValueSource(classes = {Endpoint.class, MemoryRings.class, Platform.class})
    void reservesAllPackagesOfCoreSharedMemoryAndMobility(Class<?> type) throws Exception {
        Path classes =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());

        assertThat(ModuleFinder.of(classes).findAll())
                .singleElement()
                .satisfies(module -> assertThat(module.descriptor().packages())
                        .contains(type.getPackageName())
                        .allMatch(Platform::reserves));
    }

    @Test
    void reservesAllPackagesOfTheJdksBase() {
        assertThat(Object.class.getModule().getPackages()).allMatch(Platform::reserves);
    }
}
