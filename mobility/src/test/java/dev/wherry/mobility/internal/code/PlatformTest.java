package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.memory.MemoryRings;
import dev.wherry.tasks.Hosts;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    void hasClassesOfAllArtifactsOfWherryAndNoOthers() {
        assertThat(Platform.has(Endpoint.class)).isTrue();
        assertThat(Platform.has(MemoryRings.class)).isTrue();
        assertThat(Platform.has(Object.class)).isTrue();
        assertThat(Platform.has(Hosts.class)).as("below dev.wherry").isFalse();
        assertThat(Platform.isOfWherry("dev.wherry.codec.java.JavaCodec")).isTrue();
        assertThat(Platform.isOfWherry("dev.wherryother.Task")).isFalse();
        assertThat(Platform.find("dev.wherry.memory.MemoryRings")).isEqualTo(MemoryRings.class);
        assertThat(Platform.find("dev.wherry.memory.Missing")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "dev.wherry.memory.MemoryRings, wherry-shared-memory",
        "dev.wherry.codec.java.JavaCodec, wherry-codec-java",
        "dev.wherry.codec.compact.Missing, wherry-core",
        "dev.wherry.mobility.Missing, wherry-mobility",
        "dev.wherry.Missing, wherry-core"
    })
    void namesTheArtifactOfAMissingClass(String name, String artifact) {
        assertThat(Platform.missing(name)).contains(name + " ").contains("dev.wherry:" + artifact + " ");
    }

    @Test
    void reservesAllPackagesOfTheJdksBase() {
        assertThat(Object.class.getModule().getPackages()).allMatch(Platform::reserves);
    }
}
