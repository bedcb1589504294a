package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.testsupport.LogRecorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegisteredTypesTest {
    record Item() {}

    @TempDir
    Path folder;

    @Test
    void registersClassesPackagesAndTrees() throws IOException {
        EndpointOptions options = EndpointOptions.builder()
                .register(String.class)
                .registerFrom(written("# all\n" + Item.class.getName() + " # an item\n\n com.acme.* \norg.acme.**\n"))
                .build();
        assertThat(options.registeredClasses()).containsExactlyInAnyOrder(String.class, Item.class);
        assertThat(options.registeredPackages()).containsExactly("com.acme");
        assertThat(options.registeredPackageTrees()).containsExactly("org.acme");
    }

    @Test
    void saysInWhichLineSomethingIsWrong() throws IOException {
        for (String line : new String[] {"com.acme.Order,", "com.acme*", "*", "**", ".**", "com acme"}) {
            Path file = written("java.lang.String\n" + line + "\n");
            assertThatThrownBy(
                            () -> EndpointOptions.builder().registerFrom(file).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(file + ", line 2: '" + line + "'");
        }
    }

    /** One file serves both ends, which need not have the same classes. */
    @Test
    void leavesOutAndLogsClassesThatAreNotHere() throws IOException {
        Path file = written("no.such.Order$Item\n" + Item.class.getName() + "\nno.such.Price\n");
        try (LogRecorder logged = new LogRecorder("dev.wherry")) {
            assertThat(EndpointOptions.builder().registerFrom(file).build().registeredClasses())
                    .containsExactly(Item.class);
            assertThat(logged.texts())
                    .filteredOn(each -> each.contains(file.toString()))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .contains("no.such.Order$Item (line 1), no.such.Price (line 3)");
        }
    }

    @Test
    void saysWhichFileIsMissing() {
        Path file = folder.resolve("none");
        assertThatThrownBy(() -> EndpointOptions.builder().registerFrom(file).build())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void refusesNamesAndFilesThatAreTooLong() throws IOException {
        for (String line :
                new String[] {"a" + ".a".repeat(20_000), "a" + ".a".repeat(20_000) + ".*", "a".repeat(1_001)}) {
            Path file = written(line);
            assertThatThrownBy(
                            () -> EndpointOptions.builder().registerFrom(file).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("1000 characters")
                    .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1_000));
        }
        assertThatThrownBy(() -> RegisteredTypes.requirePackage("a" + ".a".repeat(20_000) + ","))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(RegisteredTypes.requirePackage("a" + ".a".repeat(20_000))).isNotEmpty();
        Path file = written("# a comment\n".repeat(100_000));
        assertThatThrownBy(() -> EndpointOptions.builder().registerFrom(file).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("1048576 bytes");
    }

    @Test
    void showsNothingThatCouldBeginALineOfItsOwn() throws IOException {
        Path file = written("\u001b[31mevil\n");
        assertThatThrownBy(() -> EndpointOptions.builder().registerFrom(file).build())
                .hasMessageContaining("'?[31mevil'")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\u001b"));
    }

    @Test
    void logsTheFirstOfManyAbsentClasses() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            lines.append("no.such.Class").append(i).append('\n');
        }
        Path file = written(lines.toString());
        try (LogRecorder logged = new LogRecorder("dev.wherry")) {
            assertThat(EndpointOptions.builder().registerFrom(file).build().registeredClasses())
                    .isEmpty();
            assertThat(logged.texts())
                    .filteredOn(each -> each.contains(file.toString()))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .contains("no.such.Class99 (line 100)")
                    .contains(" and 900 more")
                    .doesNotContain("Class100");
        }
    }

    private Path written(String text) throws IOException {
        return Files.writeString(folder.resolve("types"), text);
    }
}
