package dev.wherry.lab;

import dev.wherry.lab.driver.Limits;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A checkout with a tiny suite and peers made of {@link TestPeer}. */
final class LabFolder {
    /** For peers that are not meant to hang, on a machine however busy. */
    static final Limits PATIENT = limits(Duration.ofSeconds(30));

    /** For peers that are meant to hang, so that the test is over soon. */
    static final Limits SHORT = new Limits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(2));

    /** For peers that go on, in steps far shorter than the silence. */
    static final Limits STEADY = limits(Duration.ofSeconds(3));

    private static final String SUITE = """
            title = "Tiny"
            [[workloads]]
            name = "people-by-threads"
            title = "by threads"
            operation = "people"
            params = { threads = [1, 2], size = [1] }
            [presets.smoke]
            mode = "smoke"
            rounds = 1
            calls = 100
            warmUp = "none"
            [presets.quick]
            mode = "corrected"
            rounds = 3
            seconds = 0.1
            warmUp = "until stable"
            [presets.full]
            mode = "faithful"
            [presets.full.faithful]
            rounds = 2
            callsPerThread = 50
            warmUp = "same again"
            freshProcesses = true
            [presets.full.corrected]
            rounds = 2
            seconds = 0.1
            warmUp = "none"
            """;

    private static final String STARTS = """
            title = "Starts"
            [[workloads]]
            name = "first-call"
            title = "the first call"
            operation = "people"
            params = { processes = [1], size = [1] }
            [presets.smoke]
            mode = "smoke"
            rounds = 2
            calls = 3
            warmUp = "none"
            """;

    private static final String PUBLISHED = """
            title = "Tiny, as published"
            source = "nowhere"
            machine = "none"
            method = "none"
            notes = []
            """;

    private static final String CLAIMS = """
            [[sentences]]
            text = "It was fast."
            [[sentences.claims]]
            says = "good is faster than wrong."
            [sentences.claims.test]
            kind = "compare"
            figure = "mean latency"
            system = "good"
            than = "wrong"
            is = "lower"
            at = [{ workload = "people-by-threads", threads = 2 }]
            """;

    private final Path root;

    /** @param silence that is allowed */
    private static Limits limits(Duration silence) {
        return new Limits(
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                silence,
                Duration.ofSeconds(30),
                Duration.ofSeconds(10));
    }

    LabFolder(Path root) throws IOException {
        this.root = root;
        Path suite = Files.createDirectories(root.resolve("lab/suites/tiny"));
        Files.writeString(suite.resolve("suite.toml"), SUITE);
        Files.writeString(suite.resolve("published.toml"), PUBLISHED);
        Files.writeString(suite.resolve("claims.toml"), CLAIMS);
        Files.createDirectories(root.resolve("lab/peers"));
    }

    /** And a suite of first calls, which has no original. */
    LabFolder withStarts() throws IOException {
        Path suite = Files.createDirectories(root.resolve("lab/suites/starts"));
        Files.writeString(suite.resolve("suite.toml"), STARTS);
        return this;
    }

    /** And a suite of tasks to ship, which others do by the tiny suite's operation. */
    LabFolder withTasks() throws IOException {
        Path suite = Files.createDirectories(root.resolve("lab/suites/tasks"));
        String tasks = SUITE.replace("operation = \"people\"", "operation = \"ship\"\nordinaryCall = \"people\"");
        Files.writeString(suite.resolve("suite.toml"), tasks);
        return this;
    }

    Path root() {
        return root;
    }

    /** Peers named as their behaviour. */
    LabFolder with(String... behaviours) throws IOException {
        for (String behaviour : behaviours) {
            peer(behaviour, behaviour, "");
        }
        return this;
    }

    /** A peer with more lines in its {@code peer.toml}. */
    Path peer(String name, String behaviour, String more) throws IOException {
        String command =
                "[\"{jdk}/bin/java\", \"-XX:TieredStopAtLevel=1\", \"-XX:+UseSerialGC\", \"-cp\", \"%s\", \"dev.wherry.lab.TestPeer\", \"%s\", \"%s\"]";
        Path folder = Files.createDirectories(root.resolve("lab/peers").resolve(name));
        String probe = more.contains("probe =") ? "" : "probe = [\"true\"]\n";
        String operations = more.contains("operations =") ? "" : "operations = [\"people\"]\n";
        Files.writeString(
                folder.resolve("peer.toml"),
                """
                name = "%s"
                title = "The %s one"
                transport = "tcp"
                serializer = "java"
                install = "write it"
                server = %s
                client = %s
                """.formatted(
                                        name,
                                        name,
                                        command.formatted(classPath(), "server", behaviour),
                                        command.formatted(classPath(), "client", behaviour))
                        + probe
                        + operations
                        + more);
        return folder;
    }

    /** A system by name whose two ends may be anywhere, and meet. */
    LabFolder withMeeting(String name) throws IOException {
        String command = "[\"{jdk}/bin/java\", \"-XX:TieredStopAtLevel=1\", \"-XX:+UseSerialGC\", \"-cp\", \"%s\","
                        .formatted(classPath())
                + " \"dev.wherry.lab.MeetingPeer\", \"%s\"]";
        peer(name, "none", "hosts = true\n");
        Path toml = root.resolve("lab/peers").resolve(name).resolve("peer.toml");
        Files.writeString(
                toml,
                Files.readString(toml)
                        .replaceAll("(?m)^server = .*$", "server = " + command.formatted("server"))
                        .replaceAll("(?m)^client = .*$", "client = " + command.formatted("{address}")));
        return this;
    }

    private static String classPath() {
        return Path.of(System.getProperty("test.classes", "target/test-classes"))
                .toAbsolutePath()
                .toString();
    }

    Lab open() throws IOException {
        return open(PATIENT);
    }

    Lab open(Limits limits) throws IOException {
        return Lab.open(root, limits);
    }

    static RunPlan smoke(String... systems) {
        return Plans.of(List.of("tiny"), List.of(systems), Preset.SMOKE, null, null, Map.of());
    }
}
