package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Verdict;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Adapters under claims that are theirs, or another's, and the kernel's word on it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProofTest {
    private static final String SEGMENTS = "segments received for a call";

    private Path root = Path.of("");
    private String classPath = "";

    @BeforeAll
    void compile(@TempDir Path folder) throws Exception {
        root = folder;
        Path histogram = Path.of(Histogram.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path raw = PeerSources.RAW.resolve("dev/wherry/lab/peers");
        Path oneEnd = Path.of(ProofTest.class.getResource("peers/OneEnd.java").toURI());
        Path classes = PeerSources.compile(
                root.resolve("classes"),
                histogram,
                oneEnd,
                raw.resolve("RawSocket.java"),
                raw.resolve("RawSocketOriginal.java"));
        classPath = String.join(File.pathSeparator, classes.toString(), histogram.toString());
    }

    private Cell run(String adapter, String claim, String value) throws Exception {
        Path peer = Files.createDirectories(root.resolve("lab/peers").resolve(adapter));
        String command =
                "[\"{jdk}/bin/java\", \"-XX:TieredStopAtLevel=1\", \"--enable-native-access=ALL-UNNAMED\", \"-cp\", \"%s\", \"dev.wherry.lab.peers.%s\", %s]";
        Files.writeString(peer.resolve("peer.toml"), """
                name = "%s"
                title = "it"
                transport = "tcp"
                serializer = "java"
                proves = { "%s" = "%s" }
                operations = ["people"]
                probe = ["true"]
                install = ""
                server = %s
                client = %s
                """.formatted(
                        adapter,
                        claim,
                        value,
                        command.formatted(classPath, adapter, "\"server\""),
                        command.formatted(classPath, adapter, "\"client\", \"{address}\"")));
        return new LabFolder(root)
                .open()
                .run(LabFolder.smoke(adapter), new Recorder())
                .cells()
                .getFirst();
    }

    private void conforms(String adapter, String claim, String value) throws Exception {
        Cell cell = run(adapter, claim, value);
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
        assertThat(cell.versions()).containsEntry(claim, value);
    }

    private void doesNotConform(String adapter, String claim, String value, String seen) throws Exception {
        Cell cell = run(adapter, claim, value);
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.DID_NOT_CONFORM);
        assertThat(cell.reason())
                .isEqualTo("peer.toml claims %s %s, and the adapter saw %s at run time", claim, value, seen);
    }

    @Test
    void tellsConnectionsWithNoDelayFromThoseWithout() throws Exception {
        String on = "client on, server on";
        String off = "client off, server off";
        conforms("RawSocket", "TCP_NODELAY", on);
        conforms("RawSocketOriginal", "TCP_NODELAY", off);
        doesNotConform("RawSocket", "TCP_NODELAY", off, on);
        doesNotConform("RawSocketOriginal", "TCP_NODELAY", on, off);
    }

    @Test
    void tellsTheServersConnectionsFromTheClients() throws Exception {
        conforms("OneEnd", "TCP_NODELAY", "client off, server on");
    }

    @Test
    void countsWhatComesBeforeAnAnswer() throws Exception {
        conforms("RawSocket", SEGMENTS, "1");
        conforms("RawSocketOriginal", SEGMENTS, "2");
        doesNotConform("RawSocket", SEGMENTS, "2", "1");
    }

    @Test
    void takesNothingForProvedThatNobodyLookedAt() throws Exception {
        doesNotConform("RawSocket", "moonlight", "bright", "null");
    }
}
