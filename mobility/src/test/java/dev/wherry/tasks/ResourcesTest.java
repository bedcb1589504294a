package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Peer;
import dev.wherry.mobility.CodeLimits;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files beside the classes of a task, and what finds classes by files. */
class ResourcesTest {
    private static final Map<String, byte[]> TASKS = Compiled.files(
            "acme.Reads",
            """
            package acme;
            public record Reads(String name) implements dev.wherry.mobility.Task<Object> {
                public Object call() throws Exception {
                    var all = new java.util.ArrayList<String>();
                    try (var in = Reads.class.getResourceAsStream(name)) {
                        all.add(in == null ? "none" : "" + in.readAllBytes().length);
                    }
                    var url = Reads.class.getResource(name);
                    all.add(url == null ? "none" : "" + url.openStream().readAllBytes().length);
                    all.add("" + java.util.Collections.list(
                            Reads.class.getClassLoader().getResources(name.substring(1))).size());
                    return String.join(" ", all);
                }
            }\
            """,
            "acme.Greeter",
            "package acme; public interface Greeter { String greet(); }",
            "acme.Polite",
            "package acme; public class Polite implements Greeter { public String greet() { return \"hello\"; } }",
            "acme.Serves",
            """
            package acme;
            public record Serves() implements dev.wherry.mobility.Task<Object> {
                public Object call() {
                    return java.util.ServiceLoader.load(Greeter.class).findFirst().map(Greeter::greet).orElse("nobody");
                }
            }\
            """);

    /** Where a class was loaded from, and the neighbours of one of its resources. */
    private static final Map<String, byte[]> ASKS = Compiled.files("acme.Asks", """
        package acme;
        public record Asks(String neighbour) implements dev.wherry.mobility.Task<Object> {
            @SuppressWarnings("deprecation")
            public Object call() throws Exception {
                var one = Asks.class.getResource("one.txt");
                try (var in = new java.net.URL(one, neighbour).openStream()) {
                    return one + " " + new String(in.readAllBytes())
                        + " " + Asks.class.getProtectionDomain().getCodeSource().getLocation();
                } catch (java.io.FileNotFoundException e) {
                    return "not found";
                }
            }
        }\
        """);

    @AutoClose
    private final HostAndClient ends = new HostAndClient(MobilityPolicy.builder()
            .acceptAnyone()
            .limits(CodeLimits.builder().bundleBytes(100_000).build())
            .build());

    private final Peer peer = ends.peer();
    private final ClassLoader own = new BytesLoader(ResourcesTest.class.getClassLoader(), files());

    private static Map<String, byte[]> files() {
        Map<String, byte[]> files = new HashMap<>(TASKS);
        files.putAll(ASKS);
        files.put("acme.one.txt", "one".getBytes(StandardCharsets.UTF_8));
        files.put("acme.the other.txt", "the other".getBytes(StandardCharsets.UTF_8));
        files.put("acme.small.txt", new byte[7]);
        files.put("acme.large.bin", new byte[200_000]);
        files.put("META-INF.services.acme.Greeter", "acme.Polite\n".getBytes(StandardCharsets.UTF_8));
        return files;
    }

    private Task<?> reads(String name) throws ReflectiveOperationException {
        return (Task<?>)
                own.loadClass("acme.Reads").getConstructor(String.class).newInstance(name);
    }

    @Test
    void haveUrlsThatRelativeNamesResolveAgainst() throws Exception {
        Object asks = own.loadClass("acme.Asks").getConstructor(String.class).newInstance("the%20other.txt");
        Object lost = own.loadClass("acme.Asks").getConstructor(String.class).newInstance("none.txt");

        assertThat(Tasks.at(peer).call((Task<?>) asks)).isEqualTo("wherry:/acme/one.txt the other wherry:/");
        assertThat(Tasks.at(peer).call((Task<?>) lost)).isEqualTo("not found");
    }

    @Test
    void travelWhenATaskAsksForThem() throws Exception {
        assertThat(Tasks.at(peer).call(reads("/acme/small.txt"))).isEqualTo("7 7 1");
        assertThat(Tasks.at(peer).call(reads("/acme/small.txt")))
                .as("once more")
                .isEqualTo("7 7 1");
    }

    @Test
    void areOnRecordBeforeATaskGetsThem() throws Exception {
        List<CodeReceived> records = new CopyOnWriteArrayList<>();
        try (HostAndClient ends = new HostAndClient(
                MobilityPolicy.builder().acceptAnyone().recorder(records::add).build())) {
            Tasks.at(ends.peer()).call(reads("/acme/small.txt"));
            assertThat(records)
                    .filteredOn(each -> !each.resources().isEmpty())
                    .singleElement()
                    .satisfies(record -> {
                        assertThat(record.accepted()).isTrue();
                        assertThat(record.classes()).isEmpty();
                        assertThat(record.bytes()).isEqualTo(7);
                        CodeReceived.Resource file = record.resources().getFirst();
                        assertThat(file.name()).isEqualTo("acme/small.txt");
                        assertThat(file.bytes()).isEqualTo(7);
                        assertThat(file.hash()).hasSize(64);
                        assertThat(record.toString()).contains("acme/small.txt " + file.hash());
                    });
        }
    }

    @Test
    void areMissedWhereTheyAreNot() throws Exception {
        assertThat(Tasks.at(peer).call(reads("/acme/absent.txt"))).isEqualTo("none none 0");
    }

    @Test
    void areHeldToTheLimits() throws Exception {
        Task<?> task = reads("/acme/large.bin");
        assertThatThrownBy(() -> Tasks.at(peer).call(task))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("bundleBytes");
        assertThat(Tasks.at(peer).call(reads("/acme/small.txt")))
                .as("the next one")
                .isEqualTo("7 7 1");
    }

    @Test
    void tellServiceLoadersOfServices() throws Exception {
        Task<?> task = (Task<?>) own.loadClass("acme.Serves").getConstructor().newInstance();
        assertThat(Tasks.at(peer).call(task)).isEqualTo("hello");
    }

    /** As they are on a class path, in several folders. */
    @Test
    void areAllThatHaveTheName(@TempDir Path folder) throws Exception {
        List<URL> path = new ArrayList<>();
        for (String each : List.of("one", "two")) {
            Path file = folder.resolve(each).resolve("words/of.txt");
            Files.createDirectories(file.getParent());
            Files.writeString(file, each);
            path.add(folder.resolve(each).toUri().toURL());
        }
        Map<String, byte[]> files = Compiled.files("acme.Collects", """
            package acme;
            public class Collects implements dev.wherry.mobility.Task<Object> {
                public Object call() throws Exception {
                    var all = new java.util.ArrayList<String>();
                    var found = Collects.class.getClassLoader().getResources("words/of.txt");
                    while (found.hasMoreElements()) {
                        try (var in = found.nextElement().openStream()) {
                            all.add(new String(in.readAllBytes()));
                        }
                    }
                    return all;
                }
            }\
            """);
        try (URLClassLoader words =
                new URLClassLoader(path.toArray(URL[]::new), ResourcesTest.class.getClassLoader())) {
            ClassLoader loader = new BytesLoader(words, files);
            Task<?> task =
                    (Task<?>) loader.loadClass("acme.Collects").getConstructor().newInstance();
            assertThat(Tasks.at(peer).call(task)).isEqualTo(List.of("one", "two"));
        }
    }
}
