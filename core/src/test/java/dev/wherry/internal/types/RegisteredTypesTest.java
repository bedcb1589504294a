package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.tasks.Logged;
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
        EndpointOptions options = EndpointOptions.defaults()
                .register(String.class)
                .registerFrom(written("# all\n" + Item.class.getName() + " # an item\n\n com.acme.* \norg.acme.**\n"));
        assertThat(options.types()).containsExactlyInAnyOrder(String.class, Item.class);
        assertThat(options.packages()).containsExactly("com.acme");
        assertThat(options.packagesUnder()).containsExactly("org.acme");
    }

    @Test
    void saysInWhichLineSomethingIsWrong() throws IOException {
        for (String line : new String[] {"com.acme.Order,", "com.acme*", "*", "**", ".**", "com acme"}) {
            Path file = written("java.lang.String\n" + line + "\n");
            assertThatThrownBy(() -> EndpointOptions.defaults().registerFrom(file))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(file + ", line 2: '" + line + "'");
        }
    }

    /** One file serves both ends, which need not have the same classes. */
    @Test
    void leavesOutAndLogsClassesThatAreNotHere() throws IOException {
        Path file = written("no.such.Order$Item\n" + Item.class.getName() + "\nno.such.Price\n");
        try (Logged logged = new Logged("dev.wherry")) {
            assertThat(EndpointOptions.defaults().registerFrom(file).types()).containsExactly(Item.class);
            assertThat(logged.texts())
                    .filteredOn(each -> each.contains(file.toString()))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .contains("no.such.Order$Item (line 1), no.such.Price (line 3)");
        }
    }

    @Test
    void saysWhichFileIsMissing() {
        Path file = folder.resolve("none");
        assertThatThrownBy(() -> EndpointOptions.defaults().registerFrom(file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(file.toString());
    }

    private Path written(String text) throws IOException {
        return Files.writeString(folder.resolve("types"), text);
    }
}
