package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.objects.Address;
import dev.wherry.statistics.EndpointStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each side calls the other's object again. */
@Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RecursionTest {
    /** Fewer than by default, since each call holds a thread at either end. */
    private static final int CALLS = 4_096;

    /** How long it takes depends upon the machine. */
    private static final EndpointOptions PATIENT = EndpointOptions.builder()
            .timeout(Duration.ofMinutes(15))
            .limits(Limits.builder().callsInFlight(CALLS).build())
            .build();

    @ByReference
    public interface Wall {
        void bounce(Wall other, int times);
    }

    /** Gives the call back as often as asked for; below 0: for ever. */
    private final class Side implements Wall {
        @Override
        public void bounce(Wall other, int times) {
            deepest.accumulateAndGet(-times, Math::max);
            InboundCall call = InboundCall.current();
            if (call != null && times > 0) {
                deadlines.add(call.deadline());
            }
            if (times != 0) {
                other.bounce(this, times - 1);
            }
        }
    }

    private final AtomicInteger deepest = new AtomicInteger();
    private final List<Long> deadlines = Collections.synchronizedList(new ArrayList<>());
    private final EndpointEngine server = new EndpointEngine(PATIENT);
    private final EndpointEngine client = new EndpointEngine(PATIENT);
    private final Wall stub = connect();

    private Wall connect() {
        server.bind("wall", Wall.class, new Side());
        String address = Address.with(server.listeners().open("tcp://127.0.0.1:0"), "wall");
        return client.connections().lookup(address, Wall.class);
    }

    @AfterEach
    void close() {
        client.close(Duration.ZERO);
        server.close(Duration.ZERO);
    }

    private FutureTask<Throwable> recurse(Thread.Builder caller) {
        FutureTask<Throwable> task = new FutureTask<>(() -> catchThrowable(() -> stub.bounce(new Side(), -1)));
        caller.start(task);
        return task;
    }

    @Test
    void endsAtTheLimitOfCallsInFlightWhileOtherCallsGoOn() throws Exception {
        List<FutureTask<Throwable>> endless = List.of(recurse(Thread.ofPlatform()), recurse(Thread.ofVirtual()));
        do {
            stub.bounce(new Side(), 0);
        } while (!endless.stream().allMatch(Future::isDone));
        for (FutureTask<Throwable> one : endless) {
            assertThat(one.get()).isInstanceOf(CallException.class).hasMessageContaining("'callsInFlight'");
            List<Throwable> chain = Stream.iterate(one.get(), Objects::nonNull, Throwable::getCause)
                    .toList();
            assertThat(chain).hasSizeBetween(2, 17).allSatisfy(failure -> {
                assertThat(failure.getMessage()).hasSizeLessThan(300);
                assertThat(failure.getStackTrace()).hasSizeLessThan(300);
            });
        }
        // Both ends' limits together are twice that, and two recursions share them: evenly at the worst.
        assertThat(deepest).hasValueGreaterThanOrEqualTo(CALLS);
        Pair.until("all is released", () -> isQuiet(server.statistics()) && isQuiet(client.statistics()));
    }

    private static boolean isQuiet(EndpointStatistics now) {
        System.gc();
        return now.callsIn() == 0 && now.callsOut() == 0 && now.exports() == 0 && now.imports() == 0;
    }

    @Test
    void takesNoTimeFromACallWithinACallThatNobodyHasUsed() {
        stub.bounce(new Side(), 200);
        assertThat(deadlines).hasSize(200).isSorted();
    }
}
