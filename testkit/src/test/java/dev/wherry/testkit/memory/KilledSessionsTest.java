package dev.wherry.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Watcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two processes that call each other over shared memory. One of them is killed at a random moment. The test's name has
 * the seed.
 */
@EnabledOnOs(OS.LINUX)
class KilledSessionsTest {
    private static final int CALLERS = 6;
    private static final int LONGEST_LIFE_MILLIS = 150;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @TempDir
    private Path folder;

    @AfterEach
    void checkThatNothingIsMapped() {
        Mappings.awaitNone();
    }

    static Stream<Arguments> some() {
        return Stream.of(Arguments.of("tcp", 1), Arguments.of("shm", 2));
    }

    static Stream<Arguments> many() {
        return Stream.of("tcp", "shm")
                .flatMap(scheme ->
                        Stream.iterate(10, seed -> seed + 1).limit(12).map(seed -> Arguments.of(scheme, seed)));
    }

    private String at(String scheme) {
        return scheme.equals("tcp") ? "tcp://127.0.0.1:0" : "shm:" + folder.resolve("socket");
    }

    private static String watcher(String address) {
        return address + (address.startsWith("tcp") ? "/watcher" : "#watcher");
    }

    @ParameterizedTest
    @MethodSource("some")
    void reportTheLostServerToEachCaller(String scheme, int seed) throws Exception {
        Random random = new Random(seed);
        Endpoint client = endpoints.watch(Endpoint.create());
        try (ChildJvm server = EndpointProcess.start("serve", at(scheme))) {
            String uri = watcher(server.awaitLine("at ").substring("at ".length()));
            Watcher stub = client.lookup(uri, Watcher.class);
            AtomicInteger answered = new AtomicInteger();
            List<Running<Integer>> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                callers.add(
                        i % 2 == 0
                                ? Running.start(() -> callOn(stub, answered))
                                : Running.startVirtual(() -> callOn(stub, answered)));
            }
            Await.until(
                    "calls over memory",
                    () -> answered.get() > 100 && client.statistics().memoryLanes() > 0);
            Thread.sleep(random.nextInt(LONGEST_LIFE_MILLIS));
            server.kill();
            for (Running<Integer> caller : callers) {
                assertThat(caller.failure())
                        .isInstanceOfSatisfying(
                                CallException.class,
                                told -> assertThat(told.code())
                                        .as(told.toString())
                                        .isIn(Code.UNAVAILABLE, Code.UNKNOWN_OUTCOME));
            }
        }
        Await.until("the session to end", () -> client.statistics().sessions() == 0);
        assertThat(client.statistics().lanes()).isZero();
    }

    private static int callOn(Watcher stub, AtomicInteger answered) {
        for (int i = 0; ; i++) {
            assertThat(stub.seen(i)).isEqualTo(i + 1);
            answered.incrementAndGet();
        }
    }

    @ParameterizedTest
    @MethodSource("some")
    void doNotHarmTheServerWhenTheClientIsKilled(String scheme, int seed) throws Exception {
        Random random = new Random(seed);
        Endpoint server = endpoints.watch(Endpoint.listen(
                at(scheme),
                EndpointOptions.builder().resumeWindow(Duration.ofSeconds(1)).build()));
        AtomicInteger served = new AtomicInteger();
        server.bind("watcher", Watcher.class, number -> {
            served.incrementAndGet();
            return number + 1;
        });
        try (ChildJvm client =
                EndpointProcess.start("flood", watcher(server.address().toString()))) {
            client.awaitLine("calling");
            Await.until(
                    "calls over memory",
                    () -> served.get() > 100 && server.statistics().memoryLanes() > 0);
            Thread.sleep(random.nextInt(LONGEST_LIFE_MILLIS));
            client.kill();
            Await.until("the session to end", () -> server.statistics().sessions() == 0);
        }
        Await.until(
                () -> "nothing of the client, but: " + server.statistics(),
                () -> server.statistics().lanes() == 0 && server.statistics().callsIn() == 0);
        Endpoint other = endpoints.watch(Endpoint.create());
        assertThat(other.lookup(watcher(server.address().toString()), Watcher.class)
                        .seen(1))
                .isEqualTo(2);
        other.close();
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("many")
    void reportTheLostServerForManySeeds(String scheme, int seed) throws Exception {
        reportTheLostServerToEachCaller(scheme, seed);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("many")
    void doNotHarmTheServerForManySeeds(String scheme, int seed) throws Exception {
        doNotHarmTheServerWhenTheClientIsKilled(scheme, seed);
    }
}
