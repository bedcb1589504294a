package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Round.Bar;
import dev.wherry.lab.results.Verdict;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The program that the Java peers share, in real processes, over a real connection that may be made faulty. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommonPeerTest {
    private static final String SUITE = """
            title = "One operation"
            [[workloads]]
            name = "it"
            title = "it"
            operation = "%s"
            params = { %s }
            [presets.smoke]
            mode = "smoke"
            rounds = 1
            calls = %d
            warmUp = "none"
            [presets.quick]
            mode = "corrected"
            rounds = 1
            seconds = 0.5
            warmUp = "calls"
            warmUpCalls = 10
            """;

    private Path root = Path.of("");
    private String classPath = "";

    @BeforeAll
    void compile(@TempDir Path folder) throws Exception {
        root = folder;
        suite("people", "threads = [3], size = [2]");
        suite("octets", "bytes = [300000]");
        suite("payload", "clientsInProcess = [3], payload = [1024]");
        suite("addOne", "threads = [1]");
        suite("payloadOnewayAtServer", "threads = [1], payload = [1024]");
        suite("apart", "payload", "clients = [3], payload = [1024]", 100);
        suite("counted", "addOne", "threads = [1], calls = [7]", 100);
        suite("ship", "threads = [3], size = [2]");
        suite("crowd", "people", "virtualThreads = [300], size = [1]", 100);
        suite("steady", "addOne", "threads = [1], size = [1]", 1000);
        suite("few", "addOne", "threads = [3], size = [1]", 10);
        suite("few-apart", "addOne", "clients = [3], size = [1]", 10);
        suite("start", "people", "processes = [1], size = [1]", 2);
        Path faulty =
                Path.of(CommonPeerTest.class.getResource("peers/Faulty.java").toURI());
        Path histogram = Path.of(Histogram.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path floor = PeerSources.FLOOR.resolve("dev/wherry/lab/peers");
        Path classes =
                PeerSources.compile(root.resolve("classes"), histogram, faulty, floor.resolve("FloorInprocess.java"));
        classPath = String.join(File.pathSeparator, classes.toString(), "{tmp}", histogram.toString());
    }

    private void suite(String operation, String params) throws IOException {
        suite(operation, operation, params, 100);
    }

    private void suite(String name, String operation, String params, int calls) throws IOException {
        Path suite = Files.createDirectories(root.resolve("lab/suites").resolve(name));
        Files.writeString(suite.resolve("suite.toml"), SUITE.formatted(operation, params, calls));
        Files.writeString(suite.resolve("published.toml"), """
                title = ""
                source = ""
                machine = ""
                method = ""
                notes = []
                """);
    }

    private List<Cell> run(String fault, String... suites) throws Exception {
        return run(fault, Preset.SMOKE, Map.of(), suites);
    }

    private List<Cell> run(String fault, Preset preset, Map<String, List<Long>> params, String... suites)
            throws Exception {
        Path folder = Files.createDirectories(root.resolve("lab/peers/" + fault));
        String command =
                "[\"{jdk}/bin/java\", \"-XX:TieredStopAtLevel=1\", \"-Dlab.versions={tmp}\", \"-cp\", \"%s\", \"dev.wherry.lab.peers.Faulty\", \"%s\", %s]";
        Files.writeString(folder.resolve("peer.toml"), """
                name = "%s"
                title = "%s"
                transport = "tcp"
                serializer = "hand-written"
                operations = ["people", "ship", "octets", "payload", "addOne", "payloadOnewayAtServer"]
                probe = ["true"]
                install = ""
                server = %s
                client = %s
                """.formatted(
                        fault,
                        fault,
                        command.formatted(classPath, fault, "\"server\""),
                        command.formatted(classPath, fault, "\"client\", \"{address}\"")));
        RunPlan plan = Plans.of(List.of(suites), List.of(fault), preset, null, 1, params);
        return Lab.open(root).run(plan, new Recorder()).cells();
    }

    private void doesNotConform(String fault, String suite, String... words) throws Exception {
        Cell found = run(fault, suite).getFirst();
        assertThat(found.verdict()).isEqualTo(Verdict.DID_NOT_CONFORM);
        assertThat(found.reason()).contains(words);
        assertThat(found.rounds()).isEmpty();
    }

    @Test
    void conformsAndIsMeasuredWithoutAFault() throws Exception {
        assertThat(run("none", "people", "octets", "payload", "addOne"))
                .hasSize(4)
                .allSatisfy(cell -> {
                    assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
                    assertThat(cell.transport()).isEqualTo("tcp");
                    Round round = cell.rounds().getFirst();
                    assertThat(round.calls()).isEqualTo(100);
                    assertThat(round.failed() + round.missing() + round.duplicates())
                            .isZero();
                    assertThat(round.latencyNanos().min()).isPositive();
                    assertThat(round.latencyNanos().p50())
                            .isBetween(
                                    round.latencyNanos().min(),
                                    round.latencyNanos().p99());
                    assertThat(round.allocatedBytesPerCall()).isPositive();
                });
    }

    @Test
    void isCalledBackWhenAllTrackedCallsHaveCome() throws Exception {
        assertThat(run("none", "payload", "payloadOnewayAtServer", "apart"))
                .hasSize(3)
                .allSatisfy(cell -> {
                    assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
                    Round round = cell.rounds().getFirst();
                    assertThat(round.calls()).isEqualTo(100);
                    assertThat(round.failed() + round.missing() + round.duplicates())
                            .isZero();
                    assertThat(round.doneSeconds()).isGreaterThan(round.seconds());
                    assertThat(round.histogram()).isNotEmpty();
                    assertThat(round.histogram().stream().mapToLong(Bar::calls).sum())
                            .isEqualTo(100);
                    assertThat(round.jitterNanos()).isPositive();
                });
    }

    @Test
    void tellsThatACallWasLostOrRepeatedOnItsWay() throws Exception {
        Round repeated =
                run("repeats-one", "payloadOnewayAtServer").getFirst().rounds().getFirst();
        assertThat(repeated.duplicates()).isEqualTo(1);
        assertThat(repeated.failed() + repeated.missing()).isZero();
        Round both = run("loses-one-repeats-one", "payloadOnewayAtServer")
                .getFirst()
                .rounds()
                .getFirst();
        assertThat(both.missing()).isEqualTo(1);
        assertThat(both.duplicates()).isEqualTo(1);
    }

    @Test
    void doesNotTakeCallsForLostOfWhichTheServerTellsLate() throws Exception {
        Round round = run("calls-back-late", "payload").getFirst().rounds().getFirst();
        assertThat(round.failed() + round.missing() + round.duplicates()).isZero();
    }

    @Test
    void makesAsManyCallsAsAParameterSays() throws Exception {
        Round round = run("none", "counted").getFirst().rounds().getFirst();
        assertThat(round.calls()).isEqualTo(7);
        assertThat(round.capped()).isFalse();
    }

    @Test
    void showsAStallInEveryCallThatCameDueMeanwhile() throws Exception {
        Cell cell = run("stalls-once", Preset.SMOKE, at(1000), "steady").getFirst();
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
        assertThat(cell.openLoop().offeredCallsPerSecond()).isEqualTo(1000);
        Round round = cell.rounds().getFirst();
        assertThat(round.calls()).isEqualTo(1000);
        Stall.isIn(round, run("stalls-once", "steady").getFirst().rounds().getFirst());
    }

    private static Map<String, List<Long>> at(long rate) {
        return Map.of("rate", List.of(rate));
    }

    @Test
    void takesAsLongAsTheOfferedCallsAreToTakeWhoeverMakesThem() throws Exception {
        assertThat(run("none", Preset.SMOKE, at(40), "few", "few-apart"))
                .hasSize(2)
                .allSatisfy(cell -> {
                    assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
                    Round round = cell.rounds().getFirst();
                    assertThat(round.calls()).isEqualTo(10);
                    assertThat(round.seconds()).isBetween(0.249, 5.0);
                    assertThat(round.lateNanos().p99())
                            .isGreaterThanOrEqualTo(round.lateNanos().p50());
                });
    }

    @Test
    void isSaturatedWhereMoreIsOfferedThanItCanAnswer() throws Exception {
        Cell cell = run("none", Preset.QUICK, at(10_000_000), "steady").getFirst();
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
        assertThat(cell.saturated()).isTrue();
        Round round = cell.rounds().getFirst();
        // After the round, overdue calls are made for half of its time, and no longer.
        assertThat(round.seconds()).isBetween(0.74, 5.0);
        assertThat(round.latencyNanos().p50()).isGreaterThan(100_000_000);
        assertThat(round.failed() + round.missing() + round.duplicates()).isZero();
    }

    @Test
    void offersCallsOfVirtualThreadsToo() throws Exception {
        Cell cell = run("none", Preset.SMOKE, at(2000), "crowd").getFirst();
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
        assertThat(cell.rounds().getFirst().calls()).isEqualTo(300);
        assertThat(cell.rounds().getFirst().seconds()).isGreaterThanOrEqualTo(0.149);
    }

    @Test
    void letsEachOfMoreVirtualThreadsThanCallsCallOnce() throws Exception {
        Cell cell = run("none", "crowd").getFirst();
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
        Round round = cell.rounds().getFirst();
        assertThat(round.calls()).isEqualTo(300);
        assertThat(round.failed() + round.missing() + round.duplicates()).isZero();
        assertThat(round.latencyNanos().max()).isPositive();
    }

    @Test
    void answersTheFirstCallOfEachNewClient() throws Exception {
        Cell cell = run("none", "start").getFirst();
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
        Round round = cell.rounds().getFirst();
        assertThat(round.calls()).isEqualTo(2);
        assertThat(round.duplicates()).isZero();
    }

    @Test
    void comparesTheAnswerToTheFirstCallWithWhatWasSent() throws Exception {
        Cell cell = run("first-changes-a-street", "start").getFirst();
        assertThat(cell.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(cell.reason()).contains("the first call of a new client: sent Person 0", "Elsewhere");
    }

    @Test
    void tellsWhatTheFirstCallThrew() throws Exception {
        Cell cell = run("first-throws", "start").getFirst();
        assertThat(cell.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(cell.reason()).contains("died with exit code 1 before its first call", "the bridge is up");
    }

    @Test
    void hasFirstCallsCountedByTransport() throws Exception {
        Cell cell = run("counts", "start").getFirst();
        assertThat(cell.verdict()).isEqualTo(Verdict.DID_NOT_CONFORM);
        assertThat(cell.reason()).contains("claims transport tcp", "went over {shm=14, tcp=2}");
    }

    @Test
    void runsASystemOfOneProcessThatPassesByReference() throws Exception {
        Path folder = Files.createDirectories(root.resolve("lab/peers/alone"));
        Files.writeString(folder.resolve("peer.toml"), """
                name = "alone"
                title = "alone"
                transport = "inprocess"
                serializer = "none"
                operations = ["people", "octets"]
                probe = ["true"]
                install = ""
                client = ["{jdk}/bin/java", "-cp", "%s", "dev.wherry.lab.peers.FloorInprocess", "alone"]
                """.formatted(classPath));
        RunPlan plan = Plans.of(List.of("people", "octets"), List.of("alone"), Preset.SMOKE, null, null, Map.of());
        assertThat(Lab.open(root).run(plan, new Recorder()).cells()).hasSize(2).allSatisfy(cell -> {
            assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
            assertThat(cell.rounds().getFirst().calls()).isEqualTo(100);
            assertThat(cell.rounds().getFirst().duplicates()).isZero();
            assertThat(cell.rounds().getFirst().allocatedBytesPerCall()).isNotNull();
        });
    }

    @Test
    void noticesACopyOfWhatWasToBePassedByReference() throws Exception {
        doesNotConform("promises-references", "people", "got a copy of the object that was sent");
    }

    @Test
    void noticesMemoryThatItShares() throws Exception {
        doesNotConform("shares-memory", "people", "claims transport tcp", "saw shm");
    }

    @Test
    void hasTheCallsOfTheRoundCountedByTransport() throws Exception {
        // The seven of before do not count, nor do those that checked the answers.
        Round round = run("counts", "people").getFirst().rounds().getFirst();
        assertThat(round.carried()).isEqualTo(Map.of("tcp", 100L));
    }

    @Test
    void noticesAWrongNumber() throws Exception {
        doesNotConform("flips-a-bit", "addOne", "sent 2147483647, got 0");
    }

    @Test
    void noticesAPayloadWhoseBytesChanged() throws Exception {
        doesNotConform("flips-a-bit", "payload", "sent number -", "1024 bytes");
    }

    @Test
    void noticesAMissingPerson() throws Exception {
        doesNotConform("forgets-one", "people", "sent 2 persons, got 1");
    }

    @Test
    void noticesAFieldThatEqualityOverlooks() throws Exception {
        doesNotConform("changes-a-street", "people", "sent Person", "Elsewhere");
    }

    @Test
    void noticesThatTheAnswerNeverLeftTheProcess() throws Exception {
        doesNotConform("stays-at-home", "people", "the same object that was sent");
    }

    @Test
    void noticesThatTheClassesToShipAreThereAlready() throws Exception {
        doesNotConform("stays-at-home", "ship", "the server has dev.wherry.lab.peers.v", "Person on its class path");
    }

    @Test
    void noticesOneWrongBit() throws Exception {
        doesNotConform("flips-a-bit", "octets", "they differ from byte 299999 on");
    }

    @Test
    void reportsWhatACallThrew() throws Exception {
        doesNotConform("throws", "people", "the bridge is up");
    }

    @Test
    void saysWhatItsServerAnsweredInsteadOfTheProtocol() throws Exception {
        doesNotConform("greets-http", "people", "does not speak HTTP/1", "a status line", "not \"220 mail\\x0d\\x0a\"");
        doesNotConform(
                "greets-http2", "people", "does not speak HTTP/2", "a frame of settings", "not \"220 mail\\x0d\\x0a\"");
        doesNotConform("greets-jrmp", "people", "does not speak JRMP", "answer \"N\", not \"220 mail\\x0d\\x0a\"");
        doesNotConform("greets-dubbo", "people", "does not speak Dubbo's protocol", "not \"220 mail\\x0d\\x0a\"");
    }

    @Test
    void noticesAnotherSerializerThanClaimed() throws Exception {
        doesNotConform("boasts", "people", "claims serializer hand-written", "saw quantum");
    }

    @Test
    void countsTheCallsThatFailedInARound() throws Exception {
        Round round = run("throws-seldom", "people").getFirst().rounds().getFirst();
        assertThat(round.failed()).isEqualTo(3);
        assertThat(round.calls()).isEqualTo(97);
    }
}
