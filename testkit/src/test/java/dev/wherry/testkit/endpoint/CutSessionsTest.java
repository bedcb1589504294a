package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.Share;
import dev.wherry.testkit.faults.Faults;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.sample.Court;
import dev.wherry.testkit.sample.Depot;
import dev.wherry.testkit.sample.Echo;
import dev.wherry.testkit.sample.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All kinds of calls over connections that carry few bytes at a time and are cut at any position. The test's name has
 * the seed.
 */
class CutSessionsTest {
    private static final int ROUNDS = 10;
    private static final int CALLERS = 4;
    private static final int CALLS = 25;
    private static final int ALL = ROUNDS * CALLERS * CALLS;
    /** So many bytes are carried by each link of a session that goes on: more than it needs to begin, and the longest frame. */
    private static final int PROGRESS = 70_000;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void answerEachCallCorrectlyOrReportItsOutcome(long seed) throws Exception {
        assertThat(endure(seed, Duration.ZERO)).as("answered calls").isBetween(1, ALL - 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void answerEachCallIfTheyGoOn(long seed) throws Exception {
        assertThat(endure(seed, Duration.ofSeconds(30))).as("answered calls").isEqualTo(ALL);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("seeds")
    void answerEachCallCorrectlyOrReportItsOutcomeForManySeeds(long seed) throws Exception {
        assertThat(endure(seed, Duration.ZERO)).as("answered calls").isLessThan(ALL);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("seeds")
    void answerEachCallIfTheyGoOnForManySeeds(long seed) throws Exception {
        assertThat(endure(seed, Duration.ofSeconds(30))).as("answered calls").isEqualTo(ALL);
    }

    static LongStream seeds() {
        return Share.seeds(1000, 100);
    }

    /** Returns how many calls were answered. Some of all seeds cut each connection before an answer, unless it goes on. */
    private int endure(long seed, Duration resumeWindow) throws Exception {
        int answered = 0;
        int least = resumeWindow.isZero() ? 1 : PROGRESS;
        Endpoint server = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder().resumeWindow(resumeWindow).build()));
        server.bind("echo", Echo.class, new Echoing());
        server.bind("depot", Depot.class, new ReferencesPart.Storing());
        server.bind("court", Court.class, new CallbacksPart.Playing());
        Random random = new Random(seed);
        try (FaultyRelay relay = new FaultyRelay(server.address(), seed)) {
            String address = relay.address() + "/";
            for (int round = 0; round < ROUNDS; round++) {
                relay.faults(Faults.none()
                        .slice(random.nextInt(1, 5000))
                        .cutAfter(least + random.nextInt(1, 1 << random.nextInt(1, 20))));
                Endpoint client = endpoints.watch(Endpoint.create());
                List<Running<Integer>> callers = new ArrayList<>();
                for (int i = 0; i < CALLERS; i++) {
                    Random own = new Random(random.nextLong());
                    callers.add(
                            i % 2 == 0
                                    ? Running.start(() -> calls(client, address, own))
                                    : Running.startVirtual(() -> calls(client, address, own)));
                }
                for (Running<Integer> caller : callers) {
                    answered += caller.get();
                }
                client.close();
            }
        }
        return answered;
    }

    /** Makes calls, and looks up again after a failure. Returns how many were answered. */
    private static int calls(Endpoint client, String address, Random random) {
        int answered = 0;
        for (int i = 0; i < CALLS; i++) {
            try {
                call(client, address, random);
                answered++;
            } catch (CallException e) {
                // INTERNAL and CANCELLED: the call back of the method failed or the method was interrupted, since the
                // main link had ended; its lane still carried the answer.
                assertThat(e.code())
                        .as("%s", e)
                        .isIn(Code.UNAVAILABLE, Code.UNKNOWN_OUTCOME, Code.INTERNAL, Code.CANCELLED);
            }
        }
        return answered;
    }

    private static void call(Endpoint client, String address, Random random) {
        switch (random.nextInt(4)) {
            case 0 -> {
                byte[] bytes = new byte[random.nextInt(150_000)];
                random.nextBytes(bytes);
                assertThat(client.lookup(address + "echo", Echo.class).bytes(bytes))
                        .isEqualTo(bytes);
            }
            case 1 -> {
                int number = random.nextInt(1000);
                Court court = client.lookup(address + "court", Court.class);
                assertThat(court.ask(List.of(n -> n + 1, n -> 2 * n), number)).isEqualTo(3 * number + 1);
            }
            case 2 -> {
                String name = "item " + random.nextInt(3);
                Item item = client.lookup(address + "depot", Depot.class).item(name);
                assertThat(item.name()).isEqualTo(name);
            }
            default -> {
                String text = "text " + random.nextInt();
                assertThat(client.lookup(address + "echo", Echo.class).text(text))
                        .isEqualTo(text);
            }
        }
    }
}
