package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Tasks;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Tasks between endpoints whose calls use codec java alone. */
class JavaCodecTasksTest {
    private static final EndpointOptions JAVA =
            EndpointOptions.builder().codecs("java").build();

    @Test
    void run() throws Exception {
        try (Endpoint server = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        JAVA.toBuilder().with(MobilityPolicy.acceptAnyone()).build());
                Endpoint client = Endpoint.create(JAVA)) {
            Peer peer = client.connect(server.address().toString());
            String word = "runs";
            for (int i = 0; i < 3; i++) {
                assertThat(Tasks.at(peer).call(() -> word + " there")).isEqualTo("runs there");
            }
        }
    }

    @Test
    void useTheCodecsClassesOfTheHost() throws Exception {
        List<CodeReceived> records = new CopyOnWriteArrayList<>();
        MobilityPolicy policy = MobilityPolicy.builder()
                .acceptAnyone()
                .shippedFirst("dev.wherry.tasks")
                .recorder(records::add)
                .build();
        try (Endpoint server = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder().with(policy).build());
                Endpoint client = Endpoint.create()) {
            Peer peer = client.connect(server.address().toString());

            assertThat(Tasks.at(peer).call(() -> new JavaCodec().name())).isEqualTo("java");
        }
        assertThat(records)
                .flatExtracting(CodeReceived::classes)
                .extracting(CodeReceived.ClassFile::name)
                .contains(JavaCodecTasksTest.class.getName())
                .noneMatch(name -> name.startsWith("dev.wherry.codec."));
    }
}
