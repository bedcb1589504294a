package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of endpoints for every codec, with this one. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JavaCodecCallsTest {
    private static final EndpointOptions JAVA =
            EndpointOptions.builder().codecs("java").build();
    private static final int CAPACITY = 4 << 20;
    private static final int COUNT = 10_000;
    /** Far more than the bytes of so many values, and less than they take. */
    private static final int MEMORY = 20 * COUNT;

    interface Mistaken {
        void run(int times, CompletableFuture<String> later);
    }

    interface Keeper {
        /** Keeps the values until it is released. */
        int keep(List<Integer> values);

        int add(int a, int b);
    }

    private static final class Kept implements Keeper {
        final Semaphore entered = new Semaphore(0);
        final Semaphore released = new Semaphore(0);

        @Override
        public int keep(List<Integer> values) {
            entered.release();
            released.acquireUninterruptibly();
            return values.size();
        }

        @Override
        public int add(int a, int b) {
            return a + b;
        }
    }

    private static List<Integer> values() {
        return IntStream.range(0, COUNT).boxed().collect(Collectors.toCollection(ArrayList::new));
    }

    @Test
    void sayAtBindWhichParameterCanNeverTravel() {
        try (Endpoint endpoint = Endpoint.create(JAVA)) {
            assertThatThrownBy(() -> endpoint.bind("x", Mistaken.class, (times, later) -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("run")
                    .hasMessageContaining("Parameter 'later'")
                    .hasMessageContaining("java.util.concurrent.CompletableFuture");
        }
    }

    @Test
    void refuseCallsWhoseValuesFindNoCapacityAndNoOthers() throws InterruptedException {
        Kept kept = new Kept();
        EndpointOptions small = JAVA.toBuilder()
                .lanes(0)
                .limits(Limits.builder()
                        .messageBytes(1 << 20)
                        .inboundBytes(CAPACITY)
                        .build())
                .build();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", small);
                Endpoint client = Endpoint.create(small)) {
            server.bind("keeper", Keeper.class, kept);
            Keeper stub = client.lookup(server.address() + "/keeper", Keeper.class);
            List<CompletableFuture<Integer>> calls = new ArrayList<>();
            while (true) {
                CompletableFuture<Integer> call = Calls.async(stub, each -> each.keep(values()));
                while (!call.isDone() && !kept.entered.tryAcquire(1, TimeUnit.MILLISECONDS)) {}
                if (call.isDone()) {
                    break;
                }
                calls.add(call);
            }
            assertThat(calls).hasSizeBetween(3, CAPACITY / MEMORY);
            CallException refused = catchThrowableOfType(CallException.class, () -> stub.keep(values()));
            assertThat(refused.code()).as(refused.getMessage()).isEqualTo(Code.REFUSED);
            assertThat(refused.outcome()).isEqualTo(Outcome.NOT_RUN);
            assertThat(refused).hasMessageContaining("inboundBytes");
            assertThat(stub.add(1, 2)).as("other calls continue").isEqualTo(3);
            kept.released.release(calls.size() + 1);
            calls.forEach(CompletableFuture::join);
            assertThat(stub.keep(values())).isEqualTo(COUNT);
        }
    }
}
