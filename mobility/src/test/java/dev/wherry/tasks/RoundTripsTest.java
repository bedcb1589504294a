package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import dev.wherry.statistics.MethodStatistics;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often the two sides of a task wait for each other: calls in either direction, counted where they are served. */
class RoundTripsTest {
    private static final int CLASSES = 20;
    private static final Map<String, byte[]> TASK = Compiled.files(Stream.concat(
                    IntStream.range(1, CLASSES)
                            .boxed()
                            .flatMap(i -> Stream.of(
                                    "acme.Part" + i,
                                    "package acme; public class Part" + i + " { static int count() { return 1"
                                            + (i + 1 < CLASSES ? " + Part" + (i + 1) + ".count()" : "") + "; } }")),
                    Stream.of(
                            "acme.Whole",
                            "package acme; public class Whole implements dev.wherry.mobility.Task<Object> {"
                                    + " public Object call() { return 1 + Part1.count(); } }"))
            .toArray(String[]::new));

    private Endpoint server;

    @BeforeEach
    void listens() {
        server = Hosts.listen(MobilityPolicy.acceptAnyone());
    }

    @AfterEach
    void closes() {
        server.close();
    }

    private static Task<?> task() throws ReflectiveOperationException {
        ClassLoader own = new BytesLoader(RoundTripsTest.class.getClassLoader(), TASK);
        return (Task<?>) own.loadClass("acme.Whole").getConstructor().newInstance();
    }

    private long exchanges(Endpoint client, Task<?> task) throws Exception {
        long before = served(client);
        assertThat(Tasks.at(client.connect(server.address().toString())).call(task))
                .isEqualTo(CLASSES);
        return served(client) - before;
    }

    private long served(Endpoint client) {
        return Stream.of(server, client)
                .flatMap(each -> each.statistics().methods().stream())
                .mapToLong(MethodStatistics::calls)
                .sum();
    }

    @Test
    void areTwoForTheFirstTaskAndOneForThoseAfterIt() throws Exception {
        try (Endpoint client = Endpoint.create()) {
            Task<?> task = task();
            assertThat(exchanges(client, task))
                    .as("the first: what is missing is fetched at once")
                    .isEqualTo(2);
            assertThat(server.statistics().classesFetched()).isEqualTo(CLASSES);
            assertThat(exchanges(client, task)).as("warm").isEqualTo(1);
            assertThat(exchanges(client, task)).as("warm").isEqualTo(1);
        }
        try (Endpoint second = Endpoint.create()) {
            assertThat(exchanges(second, task()))
                    .as("of another who brings the same")
                    .isEqualTo(1);
        }
        assertThat(server.statistics().classesFetched()).isEqualTo(CLASSES);
    }
}
