package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Delivery;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.OneWay;
import dev.wherry.internal.objects.Address;
import dev.wherry.internal.wire.InboundCapacity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The capacity that the values of calls and answers take of an endpoint until they are done with. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ValuesMemoryTest {
    private static final int CAPACITY = 4 << 20;
    private static final int COUNT = 10_000;
    /** Far more than the bytes of so many values, and less than they take. */
    private static final int MEMORY = 20 * COUNT;

    private static final EndpointOptions SMALL = EndpointOptions.builder()
            .limits(Limits.builder()
                    .messageBytes(1 << 20)
                    .inboundBytes(CAPACITY)
                    .build())
            .build();

    @ByReference
    public interface Keeper {
        /** Until it is released; fails for an empty list. */
        int keep(List<Integer> values);

        @OneWay
        void drop(List<Integer> values);

        CompletableFuture<Integer> later(List<Integer> values);

        List<Object> make(int count);

        int keepAt(Keeper other, int count);

        int weigh(Spiked spiked);
    }

    /** The last of its parts cannot be made here. */
    public record Spiked(List<Integer> values, Spike spike) {}

    public record Spike(int weight) {
        static volatile Runnable made = () -> {};

        public Spike {
            made.run();
        }
    }

    private static List<Integer> values(int count) {
        return IntStream.range(0, count).boxed().collect(Collectors.toCollection(ArrayList::new));
    }

    private static final class Kept implements Keeper {
        final Semaphore entered = new Semaphore(0);
        final Semaphore released = new Semaphore(0);

        @Override
        public int keep(List<Integer> values) {
            entered.release();
            released.acquireUninterruptibly();
            if (values.getFirst() < 0) {
                throw new IllegalArgumentException("negative");
            }
            return values.size();
        }

        @Override
        public void drop(List<Integer> values) {
            keep(values);
        }

        @Override
        public CompletableFuture<Integer> later(List<Integer> values) {
            return CompletableFuture.supplyAsync(() -> keep(values));
        }

        @Override
        public List<Object> make(int count) {
            List<Object> made = new ArrayList<>(values(count));
            made.add(new Spike(1));
            return made;
        }

        @Override
        public int keepAt(Keeper other, int count) {
            return other.keep(values(count));
        }

        @Override
        public int weigh(Spiked spiked) {
            return spiked.values().size();
        }
    }

    private final Kept kept = new Kept();
    private Pair pair;
    private InboundCapacity server;
    private InboundCapacity client;
    private Keeper stub;

    @BeforeEach
    void open() {
        open(0);
    }

    private void open(int lanes) {
        open(SMALL.toBuilder().lanes(lanes).register(Spike.class).build());
    }

    private void open(EndpointOptions options) {
        pair = new Pair("tcp", options, options);
        pair.server.bind("keeper", Keeper.class, kept);
        stub = pair.client.connections().lookup(Address.with(pair.address, "keeper"), Keeper.class);
        server = pair.server.parts().inbound();
        client = pair.client.parts().inbound();
        kept.released.drainPermits();
    }

    @AfterEach
    void close() {
        Spike.made = () -> {};
        kept.released.release(1_000);
        pair.close();
    }

    private enum Way {
        WAITING {
            @Override
            void call(Keeper stub, List<Integer> values) {
                Thread.startVirtualThread(() -> stub.keep(values));
            }
        },
        FUTURE {
            @Override
            void call(Keeper stub, List<Integer> values) {
                Calls.async(stub, each -> each.keep(values));
            }
        },
        FUTURE_OF_THE_METHOD {
            @Override
            void call(Keeper stub, List<Integer> values) {
                stub.later(values);
            }
        },
        ORDERED {
            @Override
            void call(Keeper stub, List<Integer> values) {
                Calls.async(Calls.with(stub, CallOptions.builder().ordered(true).build()), each -> each.keep(values));
            }
        },
        QUEUED {
            @Override
            void call(Keeper stub, List<Integer> values) {
                Calls.with(stub, CallOptions.ofDelivery(Delivery.QUEUED)).drop(values);
            }
        },
        SENT {
            @Override
            void call(Keeper stub, List<Integer> values) {
                Calls.with(stub, CallOptions.ofDelivery(Delivery.SENT)).drop(values);
            }
        },
        ACCEPTED {
            @Override
            void call(Keeper stub, List<Integer> values) {
                Calls.with(stub, CallOptions.ofDelivery(Delivery.ACCEPTED)).drop(values);
            }
        };

        abstract void call(Keeper stub, List<Integer> values);
    }

    private static void isEmpty(InboundCapacity capacity) {
        Pair.until("all capacity is given back", () -> capacity.taken() == 0);
    }

    private void isHeld() {
        kept.entered.acquireUninterruptibly();
        assertThat(server.taken()).isGreaterThan(MEMORY);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void isTakenUntilTheCallEnds(Way way) {
        way.call(stub, values(COUNT));
        isHeld();
        kept.released.release();
        isEmpty(server);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void isGivenBackWhenTheMethodFails(Way way) {
        List<Integer> values = values(COUNT);
        values.set(0, -1);
        way.call(stub, values);
        isHeld();
        kept.released.release();
        isEmpty(server);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FUTURE_OF_THE_METHOD") // its end is no longer waited for
    void isTakenByACallOfASessionThatHasEndedUntilItsMethodReturns(Way way) {
        way.call(stub, values(COUNT));
        isHeld();
        pair.client.close(Duration.ofMillis(1));
        Pair.until("the session has ended", () -> pair.server.statistics().sessions() == 0);
        assertThat(server.taken()).isGreaterThan(MEMORY);
        kept.released.release();
        isEmpty(server);
    }

    @Test
    void isTakenOnALaneUntilTheCallEnds() {
        close();
        open(1);
        Pair.until("a lane is open", () -> {
            stub.make(0);
            return pair.session().lanes().open().length > 0;
        });
        Thread caller = Thread.ofPlatform().start(() -> stub.keep(values(COUNT)));
        isHeld();
        kept.released.release();
        isEmpty(server);
        Pair.until("the call has ended", () -> !caller.isAlive());
    }

    @Test
    void isTakenByACallThatWasCancelledUntilItsMethodReturns() {
        CompletableFuture<Integer> call = Calls.async(stub, each -> each.keep(values(COUNT)));
        isHeld();
        call.cancel(true);
        assertThat(pair.stub.add(1, 2)).as("the cancel has come before it").isEqualTo(3);
        assertThat(server.taken()).isGreaterThan(MEMORY);
        kept.released.release();
        isEmpty(server);
    }

    @Test
    void isTakenAfterTheDeadlineUntilTheMethodReturns() {
        Keeper hurried = Calls.with(stub, CallOptions.ofTimeout(Duration.ofMillis(50)));
        do { // until one has begun before its time was up
            assertThatThrownBy(() -> hurried.keep(values(COUNT))).isInstanceOf(CallException.class);
        } while (kept.entered.availablePermits() == 0);
        isHeld();
        kept.released.release(1_000);
        isEmpty(server);
    }

    @Test
    void isTakenWhereACallWithinACallIsServed() {
        Kept here = new Kept();
        CompletableFuture<Integer> call = Calls.async(stub, each -> each.keepAt(here, COUNT));
        here.entered.acquireUninterruptibly();
        assertThat(client.taken()).isGreaterThan(MEMORY);
        here.released.release();
        assertThat(call.join()).isEqualTo(COUNT);
        isEmpty(client);
        isEmpty(server);
    }

    @Test
    void isTakenByAnAnswerWhileItIsRead() {
        long[] taken = {0};
        Spike.made = () -> taken[0] = Math.max(taken[0], client.taken());
        assertThat(stub.make(COUNT)).hasSize(COUNT + 1);
        assertThat(taken[0]).isGreaterThan(MEMORY);
        isEmpty(client);
        taken[0] = 0;
        assertThat(Calls.async(stub, each -> each.make(COUNT)).join()).hasSize(COUNT + 1);
        assertThat(taken[0]).isGreaterThan(MEMORY);
        isEmpty(client);
    }

    @Test
    void isGivenBackWhenTheArgumentsCannotBeRead() {
        Spiked spiked = new Spiked(values(COUNT), new Spike(1));
        long[] taken = {0};
        Spike.made = () -> {
            taken[0] = server.taken();
            throw new IllegalStateException("spiked");
        };
        assertThatThrownBy(() -> stub.weigh(spiked)).hasMessageContaining("spiked");
        assertThat(taken[0]).isGreaterThan(MEMORY);
        isEmpty(server);
    }

    @Test
    void isGivenBackWhenAnAnswerCannotBeRead() {
        Spike.made = () -> {
            if (client.taken() > MEMORY) {
                throw new IllegalStateException("spiked");
            }
        };
        assertThatThrownBy(() -> stub.make(COUNT)).hasMessageContaining("spiked");
        isEmpty(client);
    }

    @Test
    void refusesCallsWhoseValuesFindNoneAndNoOthers() {
        List<CompletableFuture<Integer>> calls = new ArrayList<>();
        while (true) {
            CompletableFuture<Integer> call = Calls.async(stub, each -> each.keep(values(COUNT)));
            Pair.until("it runs or is refused", () -> kept.entered.tryAcquire() || call.isDone());
            if (call.isDone()) {
                break;
            }
            calls.add(call);
        }
        assertThat(calls).hasSizeBetween(3, CAPACITY / MEMORY);
        CallException refused = catchThrowableOfType(CallException.class, () -> stub.keep(values(COUNT)));
        assertThat(refused.code()).as(refused.getMessage()).isEqualTo(Code.REFUSED);
        assertThat(refused.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(refused).hasMessageContaining("inboundBytes");
        assertThat(pair.stub.add(1, 2)).as("other calls continue").isEqualTo(3);
        kept.released.release(calls.size() + 1);
        calls.forEach(CompletableFuture::join);
        isEmpty(server);
        assertThat(stub.keep(values(COUNT))).isEqualTo(COUNT);
    }

    @Test
    void refusesAnAnswerWhoseValuesFindNone() {
        assertThat(client.takeForValues(CAPACITY * 3 / 4 - MEMORY)).isTrue();
        CallException refused = catchThrowableOfType(CallException.class, () -> stub.make(COUNT));
        assertThat(refused.code()).as(refused.getMessage()).isEqualTo(Code.REFUSED);
        assertThat(refused.outcome()).isEqualTo(Outcome.RAN);
        client.give(CAPACITY * 3 / 4 - MEMORY);
        isEmpty(client);
        assertThat(stub.make(COUNT)).hasSize(COUNT + 1);
    }

    @Test
    void isNotTakenByShortCalls() {
        Thread caller = Thread.startVirtualThread(() -> stub.keep(List.of(1, 2, 3)));
        kept.entered.acquireUninterruptibly();
        long one = server.taken();
        assertThat(one).as("what any call takes").isPositive().isLessThan(5_000);
        kept.released.release();
        Pair.until("the call has ended", () -> !caller.isAlive());
        isEmpty(server);
    }
}
