package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.TaskContext;
import dev.wherry.mobility.Tasks;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks go over whatever sessions go over, by whichever codec those have agreed on. */
class TransportsTest {
    @TempDir
    Path folder;

    record Word(String text) {}

    private static String where(Word word) {
        return word.text() + " " + Word.class.getClassLoader().getName().replaceFirst("private.*", "here");
    }

    private static void runs(String uri, EndpointOptions options) throws Exception {
        MobilityPolicy policy = Hosts.without(MobilityPolicy.acceptAnyone(), TransportsTest.class);
        try (Endpoint server =
                        Endpoint.listen(uri, options.toBuilder().with(policy).build());
                Endpoint client = Endpoint.create(options)) {
            Peer peer = client.connect(server.address().toString());
            Word word = new Word("runs");
            for (int i = 0; i < 3; i++) {
                assertThat(Tasks.at(peer).call(() -> where(word))).isEqualTo("runs wherry workspace here");
                assertThat(Tasks.at(peer).call(() -> new Word(word.text() + TaskContext.isTask())))
                        .isEqualTo(new Word("runstrue"));
            }
        }
    }

    @Test
    void tcp() throws Exception {
        runs("tcp://127.0.0.1:0", EndpointOptions.builder().sharedMemory(false).build());
    }

    @Test
    void tcpWithoutLanes() throws Exception {
        runs("tcp://127.0.0.1:0", EndpointOptions.builder().lanes(0).build());
    }

    @Test
    void unix() throws Exception {
        runs(
                "unix:" + folder.resolve("socket"),
                EndpointOptions.builder().sharedMemory(false).build());
    }

    @Test
    void sharedMemory() throws Exception {
        runs(
                "unix:" + folder.resolve("socket"),
                EndpointOptions.builder().sharedMemory(true).build());
    }

    @Test
    void sharedMemoryAlone() throws Exception {
        runs("shm:" + folder.resolve("socket"), EndpointOptions.defaults());
    }

    @Test
    void inProcessByCopy() throws Exception {
        runs("inprocess://tasks", EndpointOptions.defaults());
    }
}
