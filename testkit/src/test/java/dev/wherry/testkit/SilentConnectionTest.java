package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.sample.Watcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that carries no bytes for a while but does not end. */
class SilentConnectionTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
    private final Endpoint client = endpoints.watch(Endpoint.create());
    private final Set<Integer> seen = ConcurrentHashMap.newKeySet();

    private FaultyRelay relay() throws Exception {
        server.bind("watcher", Watcher.class, number -> {
            seen.add(number);
            return number;
        });
        return new FaultyRelay(server.address(), 1);
    }

    private static CallException failed(Watcher stub, int number) {
        return catchThrowableOfType(CallException.class, () -> stub.seen(number));
    }

    @Test
    void isNotUsedForANewLookup() throws Exception {
        try (FaultyRelay relay = relay()) {
            String uri = relay.address() + "/watcher";
            Watcher stub =
                    Calls.with(client.lookup(uri, Watcher.class), CallOptions.ofTimeout(Duration.ofMillis(2_500)));
            assertThat(stub.seen(1)).isEqualTo(1);
            relay.hold();
            assertThat(failed(stub, 2).code()).isEqualTo(Code.DEADLINE_EXCEEDED);
            Watcher fresh = client.lookup(uri, Watcher.class);
            assertThat(fresh.seen(3)).isEqualTo(3);
            assertThat(client.lookup(uri, Watcher.class).seen(4)).isEqualTo(4);
            assertThat(client.statistics().sessions()).isEqualTo(2);
            relay.cut();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void runsNoCallThatArrivesAfterItsDeadline(int lanes) throws Exception {
        Endpoint some = endpoints.watch(Endpoint.create(
                EndpointOptions.builder().lanes(lanes).sharedMemory(false).build()));
        try (FaultyRelay relay = relay()) {
            Watcher stub = some.lookup(relay.address() + "/watcher", Watcher.class);
            Await.until("the lanes to be opened", () -> stub.seen(0) == 0 && relay.open() == 1 + lanes);
            Watcher hasty = Calls.with(stub, CallOptions.ofTimeout(Duration.ofMillis(400)));
            relay.hold();
            List<CompletableFuture<Integer>> late = new ArrayList<>();
            for (int i = 1; i <= 20; i++) {
                int number = i;
                late.add(Calls.async(hasty, watcher -> watcher.seen(number)));
            }
            CallException byLane = failed(hasty, 100);
            assertThat(byLane.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
            for (CompletableFuture<Integer> each : late) {
                try {
                    each.join();
                } catch (CompletionException e) {
                    assertThat(e.getCause())
                            .isInstanceOfSatisfying(
                                    CallException.class,
                                    why -> assertThat(why.outcome()).isEqualTo(Outcome.UNKNOWN));
                }
            }
            relay.release();
            assertThat(Calls.async(stub, watcher -> watcher.seen(0)).join()).isZero();
            Await.until("the late calls to end", () -> server.statistics().callsIn() == 0);
            assertThat(seen).containsExactly(0);
        }
    }
}
