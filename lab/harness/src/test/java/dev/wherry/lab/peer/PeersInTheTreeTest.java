package dev.wherry.lab.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.suite.Suite;
import dev.wherry.lab.suite.Workload;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The systems as they stand in the tree. */
class PeersInTheTreeTest {
    private static final Path PEERS = Path.of("../peers");
    private static final Path SUITES = Path.of("../suites");

    @Test
    void sayWhatKindTheyAre() throws IOException {
        Peers peers = Peers.read(PEERS);
        assertThat(peers.faulty()).isEmpty();
        assertThat(peers.sound().values())
                .isNotEmpty()
                .allSatisfy(peer -> assertThat(peer.about()).as(peer.name()).isNotNull());
    }

    @Test
    void sayItInPlaceOfTheirFamilyWhereTheyDiffer() throws IOException {
        Peers peers = Peers.read(PEERS);
        assertThat(peers.sound().get("rest-http").about().protocol()).isEqualTo("HTTP/1.1");
        assertThat(peers.sound().get("rest-https").about().protocol()).isEqualTo("HTTP/1.1 over TLS");
    }

    @Test
    void proveTheNoDelayThatTheirNamesSay() throws IOException {
        Map<String, Peer> peers = Peers.read(PEERS).sound();
        List<String> twins = peers.keySet().stream()
                .filter(name -> name.endsWith("-nodelay"))
                .toList();
        assertThat(twins).isNotEmpty().allSatisfy(twin -> {
            assertThat(peers.get(twin).proves()).containsEntry("TCP_NODELAY", "client on, server on");
            assertThat(peers.get(twin.replace("-nodelay", "")).proves().get("TCP_NODELAY"))
                    .contains("server off");
        });
    }

    @Test
    void cannotDoOnlyWhatASuiteMayAskFor() throws IOException {
        List<Workload> workloads = new ArrayList<>();
        try (DirectoryStream<Path> suites = Files.newDirectoryStream(SUITES)) {
            for (Path suite : suites) {
                workloads.addAll(Suite.read(suite).workloads());
            }
        }
        assertThat(Peers.read(PEERS).sound().values())
                .allSatisfy(peer -> assertThat(peer.cannot())
                        .as(peer.name())
                        .allSatisfy(bound -> assertThat(workloads)
                                .as(bound.toString())
                                .anyMatch(workload ->
                                        workload.asks(peer.operations()).isPresent() && exceeds(workload, bound))));
    }

    private static boolean exceeds(Workload workload, Peer.Cannot bound) {
        return workload.params().getOrDefault(bound.param(), List.of()).stream()
                .anyMatch(value -> value > bound.above());
    }
}
