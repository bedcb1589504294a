package dev.wherry.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.Calls;
import dev.wherry.EndpointOptions;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.session.Lane;
import dev.wherry.internal.session.Session;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of lanes over shared memory that are closed while calls are out. The test's name has the seed. */
@EnabledOnOs(OS.LINUX)
class BrokenMemoryLanesTest {
    private static final int CALLERS = 3;
    private static final int CALLS = 300;

    @TempDir
    private Path folder;

    @ByReference
    public interface Coin {
        int worth();
    }

    public interface Bank {
        int count(int number);

        byte[] large(int number, int size);

        Coin give(int number);

        int take(int number, Coin coin);
    }

    private static final class Served implements Bank {
        final Map<Integer, Integer> runs = new ConcurrentHashMap<>();

        private void ran(int number) {
            runs.merge(number, 1, Integer::sum);
        }

        @Override
        public int count(int number) {
            ran(number);
            return number;
        }

        @Override
        public byte[] large(int number, int size) {
            ran(number);
            byte[] bytes = new byte[size];
            new Random(number).nextBytes(bytes);
            return bytes;
        }

        @Override
        public Coin give(int number) {
            ran(number);
            return () -> number;
        }

        @Override
        public int take(int number, Coin coin) {
            ran(number);
            int worth = coin.worth();
            Calls.release(coin);
            return worth;
        }
    }

    @AfterEach
    void checkThatNothingIsMapped() {
        Mappings.awaitNone();
    }

    private String at(String scheme) {
        return scheme.equals("tcp") ? "tcp://127.0.0.1:0" : scheme + ":" + folder.resolve("socket");
    }

    /** Each call runs once, and its caller gets the answer. */
    @ParameterizedTest
    @CsvSource({"tcp, 1", "unix, 2", "unix, 23", "shm, 3"})
    void answerTheCallsThatAreOut(String scheme, long seed) throws Exception {
        Served served = new Served();
        EndpointEngine server = new EndpointEngine(EndpointOptions.defaults());
        EndpointEngine client = new EndpointEngine(EndpointOptions.defaults());
        try {
            server.bind("bank", Bank.class, served);
            String address = server.listeners().open(at(scheme)).toString();
            Bank bank = client.connections().lookup(address + (scheme.equals("tcp") ? "/bank" : "#bank"), Bank.class);
            AtomicBoolean going = new AtomicBoolean(true);
            Running<Integer> closing = Running.start(() -> closeLanes(client, new Random(seed), going));
            List<Running<Integer>> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Random random = new Random(seed * 31 + i);
                int first = i * CALLS;
                callers.add(Running.start(() -> call(bank, random, first)));
            }
            for (Running<Integer> caller : callers) {
                assertThat(caller.get()).isEqualTo(CALLS);
            }
            going.set(false);
            assertThat(closing.get()).as("lanes over memory that were closed").isPositive();
            assertThat(served.runs)
                    .hasSize(CALLERS * CALLS)
                    .allSatisfy((call, runs) -> assertThat(runs).isOne());
            Await.until(
                    "nothing to be exported",
                    () -> server.statistics().exports() + client.statistics().exports() == 0);
        } finally {
            client.close(Duration.ofSeconds(5));
            server.close(Duration.ofSeconds(5));
        }
    }

    private static int call(Bank bank, Random random, int first) {
        for (int number = first; number < first + CALLS; number++) {
            int same = number;
            switch (random.nextInt(4)) {
                case 0 -> assertThat(bank.count(same)).isEqualTo(same);
                case 1 -> {
                    byte[] expected = new byte[random.nextInt(300_000)];
                    new Random(same).nextBytes(expected);
                    assertThat(bank.large(same, expected.length)).isEqualTo(expected);
                }
                case 2 -> {
                    Coin coin = bank.give(same);
                    assertThat(coin.worth()).isEqualTo(same);
                    Calls.release(coin);
                }
                default -> assertThat(bank.take(same, () -> same)).isEqualTo(same);
            }
        }
        return CALLS;
    }

    /** Closes lanes at random until it is to stop. Returns how many over memory. */
    private static int closeLanes(EndpointEngine client, Random random, AtomicBoolean going) {
        int closed = 0;
        while (going.get()) {
            for (Session session : client.sessions()) {
                for (Lane lane : session.lanes().open()) {
                    if (random.nextInt(3_000) == 0) {
                        closed += session.lanes().overMemory() > 0 ? 1 : 0;
                        lane.shut();
                    }
                }
            }
            Thread.onSpinWait();
        }
        return closed;
    }
}
