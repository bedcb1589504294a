package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Delivery;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import dev.wherry.PeerEnd;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.objects.Address;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls whose lane breaks while they are out: each runs once, and its caller gets the answer. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class BrokenLanesTest {
    private static final int LARGE = 300_000;

    @ByReference
    public interface Coin {
        int worth();
    }

    public interface Bank {
        int count(int number);

        byte[] large(int number, int size);

        Coin give(int number);

        int take(int number, Coin coin, byte[] ballast);

        int fail(int number) throws Broke;

        int block(int number) throws InterruptedException;

        @OneWay(Delivery.ACCEPTED)
        void accept(int number);
    }

    public static final class Broke extends Exception {
        private static final long serialVersionUID = 1;

        Broke(int number) {
            super("broke " + number);
        }
    }

    private static final class Served implements Bank {
        final Map<Integer, AtomicInteger> runs = new ConcurrentHashMap<>();
        final Semaphore entered = new Semaphore(0);
        final Semaphore interrupted = new Semaphore(0);
        final CountDownLatch released = new CountDownLatch(1);

        int runs(int number) {
            AtomicInteger counted = runs.get(number);
            return counted == null ? 0 : counted.get();
        }

        private void ran(int number) {
            runs.computeIfAbsent(number, any -> new AtomicInteger()).incrementAndGet();
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
        public int take(int number, Coin coin, byte[] ballast) {
            ran(number);
            int worth = coin.worth() + ballast.length;
            Calls.release(coin);
            return worth;
        }

        @Override
        public int fail(int number) throws Broke {
            ran(number);
            throw new Broke(number);
        }

        @Override
        public int block(int number) throws InterruptedException {
            ran(number);
            entered.release();
            try {
                released.await();
            } catch (InterruptedException e) {
                interrupted.release();
                throw e;
            }
            return number;
        }

        @Override
        public void accept(int number) {
            ran(number);
        }
    }

    /** A server and a client, whose lanes a relay may break. */
    private static final class Branch implements AutoCloseable {
        final Served served = new Served();
        final EndpointEngine server = new EndpointEngine(EndpointOptions.defaults());
        final EndpointEngine client;
        final LaneRelay relay;
        final Bank bank;

        Branch(int lanes) throws IOException {
            client = new EndpointEngine(
                    EndpointOptions.builder().lanes(lanes).sharedMemory(false).build());
            URI address = server.listeners().open("tcp://127.0.0.1:0");
            server.bind("bank", Bank.class, served);
            relay = new LaneRelay(address);
            bank = client.connections().lookup(Address.with(relay.address(), "bank"), Bank.class);
            openLane();
        }

        /** Calls until the next call has a lane. */
        void openLane() {
            Pair.until("there is a lane", () -> {
                bank.count(-1);
                return session().lanes().open().length > 0;
            });
        }

        Session session() {
            return Pair.session(client, bank);
        }

        void assertHoldsNothing() {
            Pair.until(
                    "the server holds nothing for the client",
                    () -> server.statistics().exports() == 0
                            && server.statistics().callsIn() == 0);
            Pair.until(
                    "the client holds nothing for the server",
                    () -> client.statistics().exports() == 0
                            && client.statistics().callsOut() == 0);
        }

        @Override
        public void close() throws IOException {
            served.released.countDown();
            client.close(Duration.ofSeconds(5));
            server.close(Duration.ofSeconds(5));
            relay.close();
        }
    }

    private static <T> FutureTask<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    private static byte[] expected(int number, int size) {
        byte[] bytes = new byte[size];
        new Random(number).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 13, 40, 1_000})
    void areMadeByMainIfTheServerHasNotReceivedAllOfThem(int bytes) throws Exception {
        try (Branch branch = new Branch(1)) {
            branch.relay.breakAfterSending(bytes);
            Coin mine = () -> 5;
            assertThat(branch.bank.take(7, mine, new byte[20_000])).isEqualTo(20_005);
            assertThat(branch.relay.broken()).isOne();
            assertThat(branch.served.runs(7)).isOne();
            branch.assertHoldsNothing();
            branch.openLane();
        }
    }

    @Test
    void areMadeByMainWithDefinitionsThatOnlyTheLaneHasCarried() throws Exception {
        try (Branch branch = new Branch(1)) {
            branch.relay.breakAfterSending(0);
            assertThat(branch.bank.large(8, 10)).isEqualTo(expected(8, 10));
            branch.openLane();
            assertThat(branch.bank.large(9, 10)).isEqualTo(expected(9, 10));
            assertThat(branch.served.runs(8)).isOne();
        }
    }

    @Test
    void areAnsweredByMainIfTheLaneBreaksWhileTheMethodRuns() throws Exception {
        try (Branch branch = new Branch(1)) {
            FutureTask<Integer> call = start(() -> branch.bank.block(7));
            branch.served.entered.acquire();
            branch.relay.breakLanes();
            Pair.until("the lane has ended", () -> branch.session().lanes().open().length == 0);
            assertThat(branch.bank.count(8)).as("by main meanwhile").isEqualTo(8);
            assertThat(call.isDone()).isFalse();
            branch.served.released.countDown();
            assertThat(call.get()).isEqualTo(7);
            assertThat(branch.served.runs(7)).isOne();
            assertThat(branch.served.interrupted.availablePermits()).isZero();
            branch.assertHoldsNothing();
        }
    }

    @Test
    void areAnsweredByMainIfTheAnswerIsLost() throws Exception {
        try (Branch branch = new Branch(1)) {
            branch.relay.breakAfterReceiving(0);
            assertThat(branch.bank.count(7)).isEqualTo(7);
            branch.openLane();
            branch.relay.breakAfterReceiving(5);
            Coin coin = branch.bank.give(8);
            assertThat(coin.worth()).isEqualTo(8);
            assertThat(branch.server.statistics().exports()).isOne();
            Calls.release(coin);
            branch.openLane();
            branch.relay.breakAfterReceiving(0);
            assertThatThrownBy(() -> branch.bank.fail(9))
                    .isInstanceOf(Broke.class)
                    .hasMessage("broke 9");
            assertThat(branch.served.runs(7)).isOne();
            assertThat(branch.served.runs(8)).isOne();
            assertThat(branch.served.runs(9)).isOne();
            assertThat(branch.relay.broken()).isEqualTo(3);
            branch.assertHoldsNothing();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 70_000, LARGE - 1})
    void areAnsweredByMainIfTheLaneBreaksWithinALargeAnswer(int bytes) throws Exception {
        try (Branch branch = new Branch(1)) {
            branch.relay.breakAfterReceiving(bytes);
            assertThat(branch.bank.large(7, LARGE)).isEqualTo(expected(7, LARGE));
            assertThat(branch.served.runs(7)).isOne();
            assertThat(branch.relay.broken()).isOne();
            branch.assertHoldsNothing();
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 0", "true, 30", "false, 0", "false, 5"})
    void areAcceptedOnce(boolean sending, int bytes) throws Exception {
        try (Branch branch = new Branch(1)) {
            if (sending) {
                branch.relay.breakAfterSending(bytes);
            } else {
                branch.relay.breakAfterReceiving(bytes);
            }
            branch.bank.accept(7);
            assertThat(branch.relay.broken()).isOne();
            Pair.until("it has run", () -> branch.served.runs(7) > 0);
            branch.assertHoldsNothing();
            assertThat(branch.served.runs(7)).isOne();
        }
    }

    @Test
    void endAtTheirDeadline() throws Exception {
        try (Branch branch = new Branch(1)) {
            Bank hasty = Calls.with(branch.bank, CallOptions.ofTimeout(Duration.ofMillis(400)));
            FutureTask<CallException> call =
                    start(() -> catchThrowableOfType(CallException.class, () -> hasty.block(7)));
            branch.served.entered.acquire();
            branch.relay.breakLanes();
            assertThat(call.get().code()).isEqualTo(Code.DEADLINE_EXCEEDED);
            assertThat(branch.served.interrupted.tryAcquire(1, TimeUnit.MINUTES))
                    .isTrue();
            branch.assertHoldsNothing();
        }
    }

    @Test
    void endIfTheirCallerIsInterrupted() throws Exception {
        try (Branch branch = new Branch(1)) {
            FutureTask<CallException> call =
                    new FutureTask<>(() -> catchThrowableOfType(CallException.class, () -> branch.bank.block(7)));
            Thread caller = Thread.ofPlatform().start(call);
            branch.served.entered.acquire();
            branch.relay.breakLanes();
            Pair.until("the lane has ended", () -> branch.session().lanes().open().length == 0);
            caller.interrupt();
            assertThat(call.get().code()).isEqualTo(Code.CANCELLED);
            assertThat(branch.served.interrupted.tryAcquire(1, TimeUnit.MINUTES))
                    .isTrue();
            branch.assertHoldsNothing();
        }
    }

    @Test
    void endWithTheirSession() throws Exception {
        try (Branch branch = new Branch(1)) {
            FutureTask<CallException> call =
                    start(() -> catchThrowableOfType(CallException.class, () -> branch.bank.block(7)));
            branch.served.entered.acquire();
            branch.relay.breakLanes();
            Pair.until("the lane has ended", () -> branch.session().lanes().open().length == 0);
            branch.session().die(PeerEnd.Reason.CLOSED, "the test ends it");
            assertThat(call.get().code()).isEqualTo(Code.UNKNOWN_OUTCOME);
            assertThat(branch.served.interrupted.tryAcquire(1, TimeUnit.MINUTES))
                    .isTrue();
        }
    }

    /** The server has sent the answer, and cannot know that the client does not receive it, until the client gives up. */
    @Test
    void giveBackTheReferencesInAnAnswerThatIsNeverReceived() throws Exception {
        try (Branch branch = new Branch(1)) {
            Bank hasty = Calls.with(branch.bank, CallOptions.ofTimeout(Duration.ofSeconds(2)));
            branch.relay.swallow();
            CallException failed = catchThrowableOfType(CallException.class, () -> hasty.give(7));
            assertThat(failed.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
            assertThat(branch.served.runs(7)).isOne();
            branch.assertHoldsNothing();
        }
    }

    /** All of it, many times: callers that share lanes, which break anywhere. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void runOnceWhereverTheirLanesBreak(long seed) throws Exception {
        runOnce(seed, 60);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
    void runOnceWhereverTheirLanesBreakForLong(long seed) throws Exception {
        runOnce(seed, 400);
    }

    private static void runOnce(long seed, int rounds) throws Exception {
        try (Branch branch = new Branch(3)) {
            Random lengths = new Random(seed);
            branch.relay.breakEachAfter(
                    () -> lengths.nextInt(4) == 0 ? lengths.nextLong(300, 400_000) : lengths.nextLong(300, 3_000));
            branch.relay.breakLanes();
            List<FutureTask<Integer>> callers = new ArrayList<>();
            for (int caller = 0; caller < 4; caller++) {
                Random random = new Random(seed * 31 + caller);
                int first = 1_000_000 * (caller + 1);
                callers.add(start(() -> calling(branch.bank, random, first, rounds)));
            }
            for (FutureTask<Integer> each : callers) {
                assertThat(each.get()).isEqualTo(rounds);
            }
            assertThat(branch.relay.broken()).as("lanes that broke").isPositive();
            branch.assertHoldsNothing();
            assertAllRanOnce(branch.served);
        }
    }

    private static void assertAllRanOnce(Served served) {
        served.runs.forEach((number, runs) -> {
            if (number >= 0) {
                assertThat(runs.get()).as("runs of call %s", number).isOne();
            }
        });
    }

    /** Makes calls of all kinds. Returns how many. */
    private static int calling(Bank bank, Random random, int first, int rounds) {
        for (int i = 0; i < rounds; i++) {
            int number = first + i;
            switch (random.nextInt(7)) {
                case 0, 1 -> assertThat(bank.count(number)).isEqualTo(number);
                case 2 -> {
                    int size = random.nextInt(200_000);
                    assertThat(bank.large(number, size)).isEqualTo(expected(number, size));
                }
                case 3 -> {
                    Coin coin = bank.give(number);
                    assertThat(coin.worth()).isEqualTo(number);
                    Calls.release(coin);
                }
                case 4 -> {
                    byte[] ballast = new byte[random.nextInt(5_000)];
                    Coin mine = () -> number; // an object of its own, since the server releases it
                    assertThat(bank.take(number, mine, ballast)).isEqualTo(number + ballast.length);
                }
                case 5 -> assertThatThrownBy(() -> bank.fail(number)).isInstanceOf(Broke.class);
                default -> bank.accept(number);
            }
        }
        return rounds;
    }

    @ParameterizedTest
    @CsvSource({"tcp, 1", "unix, 2"})
    void runOnceIfTheirLanesAreClosedHere(String scheme, long seed) throws Exception {
        Served served = new Served();
        try (Pair pair = new Pair(scheme)) {
            pair.server.bind("bank", Bank.class, served);
            Bank bank = pair.client.connections().lookup(Address.with(pair.address, "bank"), Bank.class);
            Random random = new Random(seed);
            AtomicBoolean going = new AtomicBoolean(true);
            AtomicInteger closed = new AtomicInteger();
            FutureTask<Integer> closing = start(() -> {
                while (going.get()) {
                    for (Lane lane : pair.session().lanes().open()) {
                        if (lane.isBusy() && random.nextInt(20) == 0) {
                            lane.shut();
                            closed.incrementAndGet();
                        }
                    }
                    Thread.onSpinWait();
                }
                return closed.get();
            });
            List<FutureTask<Integer>> callers = new ArrayList<>();
            for (int caller = 0; caller < 3; caller++) {
                Random each = new Random(seed * 31 + caller);
                int first = 1_000_000 * (caller + 1);
                callers.add(start(() -> calling(bank, each, first, 60)));
            }
            for (FutureTask<Integer> each : callers) {
                assertThat(each.get()).isEqualTo(60);
            }
            going.set(false);
            assertThat(closing.get()).as("lanes that were closed").isPositive();
            pair.awaitQuiet();
            assertAllRanOnce(served);
        }
    }
}
