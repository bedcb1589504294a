package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.testkit.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM with the property {@code -Dwherry.learn}. */
class LearnModeTest {
    private static final String ARRIVED = "Order[item=Item[name=oar]], out of stock";

    @TempDir
    Path folder;

    @Test
    void findsAllClassesToRegisterInOneRun() throws Exception {
        assertThatThrownBy(() -> OpenProgram.run("tcp://127.0.0.1:0", EndpointOptions.defaults()))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("register(");

        Path file = folder.resolve("learned");
        List<String> said = run(file, "tcp://127.0.0.1:0");
        assertThat(said).as("output").contains(ARRIVED).endsWith("exit 0");
        assertThat(said)
                .filteredOn(line -> line.contains("THE ALLOW-LIST IS OFF"))
                .hasSize(1);

        EndpointOptions learned = EndpointOptions.builder().registerFrom(file).build();
        assertThat(learned.registeredClasses())
                .containsExactlyInAnyOrder(
                        OpenProgram.Order.class, OpenProgram.Item.class, OpenProgram.OutOfStock.class);
        assertThat(OpenProgram.run("tcp://127.0.0.1:0", learned)).isEqualTo(ARRIVED);
    }

    @Test
    void refusesToListenForOtherHosts() throws Exception {
        assertThat(run(folder.resolve("learned"), "tcp://0.0.0.0:0"))
                .anyMatch(line -> line.startsWith("refused: Cannot listen at tcp://0.0.0.0:0"));
    }

    private static List<String> run(Path file, String address) throws Exception {
        try (ChildJvm child = new ChildJvm(List.of(
                "-Dwherry.learn=" + file,
                "-cp",
                ChildJvm.path(Endpoint.class, JavaCodec.class, OpenProgram.class),
                OpenProgram.class.getName(),
                address))) {
            return child.toTheEnd();
        }
    }
}
