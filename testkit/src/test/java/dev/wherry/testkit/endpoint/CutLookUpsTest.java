package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.faults.Faults;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.faults.Way;
import dev.wherry.testkit.sample.Watcher;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Connections that end while the name of a stub is looked up, whatever has been received by then. */
class CutLookUpsTest {
    private static final int MOST_BYTES = 500;
    private static final int STEP = 25;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
    private final Endpoint client = endpoints.watch(Endpoint.create(EndpointOptions.builder()
            .sharedMemory(false)
            .resumeWindow(Duration.ZERO)
            .build()));

    @BeforeEach
    void bind() {
        server.bind("watcher", Watcher.class, number -> number + 1);
    }

    static IntStream lengths() {
        return IntStream.iterate(STEP, bytes -> bytes <= MOST_BYTES, bytes -> bytes + STEP);
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void areRepeatedForACallThatWaits(int bytes) throws Exception {
        try (FaultyRelay relay = new FaultyRelay(server.address(), 1)) {
            relay.faults(Way.TO_CLIENT, Faults.none().cutAfter(bytes));
            Watcher patient = Calls.with(
                    client.lookupLazily(relay.address() + "/watcher", Watcher.class),
                    CallOptions.builder().waitForReady().build());
            // The call ends with its connection if the look-up alone fits into the bytes.
            Running<Integer> call = Running.start(() -> patient.seen(1));
            Await.until("the call to end, or attempts to connect", () -> call.isDone() || relay.accepted() > 3);
            relay.heal();
            if (call.failure() instanceof CallException failed) {
                assertThat(failed.outcome()).as(failed.toString()).isEqualTo(Outcome.UNKNOWN);
            } else {
                assertThat(call.get()).isEqualTo(2);
            }
            client.close();
        }
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void failAsUnavailable(int bytes) throws Exception {
        try (FaultyRelay relay = new FaultyRelay(server.address(), 1)) {
            relay.faults(Way.TO_CLIENT, Faults.none().cutAfter(bytes));
            CallException failed = catchThrowableOfType(
                    CallException.class, () -> client.lookup(relay.address() + "/watcher", Watcher.class));
            if (failed != null) {
                assertThat(failed.code()).as(failed.toString()).isEqualTo(Code.UNAVAILABLE);
                assertThat(failed.outcome()).isEqualTo(Outcome.NOT_RUN);
            }
            client.close();
        }
    }
}
