package dev.wherry.lab.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.driver.Clients.Launch;
import dev.wherry.lab.site.Place;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Of three clients in processes of their own the second fails while the third is calling. */
@Timeout(60)
class ClientsTest {
    private static final Limits LIMITS = limits(Duration.ofSeconds(15));

    /** For a client that hangs, so that the test is over soon. */
    private static final Limits SHORT = limits(Duration.ofSeconds(2));

    /** At a rate, since then each receives its number. */
    private static final Work THREE = new Work("people", Map.of("clients", 3L, "rate", 10L));

    private static final Work ONE = new Work("people", Map.of("clients", 1L));
    private static final Length LENGTH = new Length.Calls(100);

    @TempDir
    Path folder;

    private static Limits limits(Duration silence) {
        Duration most = Duration.ofSeconds(20);
        return new Limits(most, most, silence, most, most);
    }

    private Clients start(String behaviour, Limits limits) throws Exception {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                Path.of(System.getProperty("test.classes", "target/test-classes"))
                        .toAbsolutePath()
                        .toString(),
                "dev.wherry.lab.TestPeer",
                "client",
                behaviour);
        return Clients.start(new Launch(Place.ANYWHERE, command, folder, limits.quit()), limits);
    }

    private static Stream<ProcessHandle> running() {
        return ProcessHandle.current().descendants().filter(ProcessHandle::isAlive);
    }

    @AfterEach
    void leavesNoProcessAndNoThread() throws Exception {
        assertThat(running()).isEmpty();
        // Those that read from a process end with what they read, and nobody waits for that.
        while (threads().contains("\"lab-")) {
            Thread.sleep(10);
        }
    }

    /** Virtual ones too. */
    private String threads() throws IOException {
        Path dump = folder.resolve("threads");
        Files.deleteIfExists(dump);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
        return Files.readString(dump);
    }

    @Test
    void goesOnWithTheFirstAloneWhereOneSaysNo() throws Exception {
        try (Clients clients = start("second-says-no", LIMITS)) {
            List<ProcessHandle> first = running().toList();
            assertThatThrownBy(() -> clients.call("run", THREE, LENGTH))
                    .isInstanceOfSatisfying(
                            PeerFailure.class,
                            failure -> assertThat(failure.usable()).isTrue())
                    .hasMessage("the second of three has had enough");
            assertThat(running()).as("the third would have called for ever").isEqualTo(first);
            assertThat(threads()).contains("\"lab-lines\"", "\"lab-errors\"");
            // The line is its answer to this request, and to no earlier one.
            Measurement alone = clients.call("run", ONE, LENGTH);
            assertThat(alone.calls()).isEqualTo(100);
            assertThat(running()).isEqualTo(first);
        }
    }

    @Test
    void endsTheOthersWhereOneDiesAndTellsHow() throws Exception {
        failsForGood(
                "second-dies",
                LIMITS,
                "the client died with exit code 3 in answer to run people {\"clients\":3} calls=33 rate=10"
                        + " process=1/3",
                "the cable is loose");
    }

    @Test
    void endsTheOthersWhereOneFallsSilent() throws Exception {
        failsForGood(
                "second-hangs", SHORT, "the client made no progress for 2.0 s in answer to run people", "process=1/3");
    }

    @Test
    void endsTheOthersWhereOneTalksNonsense() throws Exception {
        failsForGood("second-raves", LIMITS, "the client printed \"<html>", "where one line of JSON", "was expected");
    }

    private void failsForGood(String behaviour, Limits limits, String... words) throws Exception {
        try (Clients clients = start(behaviour, limits)) {
            List<ProcessHandle> first = running().toList();
            assertThatThrownBy(() -> clients.call("run", THREE, LENGTH))
                    .isInstanceOfSatisfying(
                            PeerFailure.class,
                            failure -> assertThat(failure.usable()).isFalse())
                    .satisfies(failure -> assertThat(failure.getMessage()).contains(words));
            assertThat(running()).isEqualTo(first);
        }
    }
}
