package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Delivery;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import dev.wherry.testkit.faults.Faults;
import dev.wherry.testkit.faults.FaultyRelay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The outcome that the caller of a failed call gets: whether its method ran, did not run, or may have run. */
class CallOutcomesTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Set<Integer> ran = ConcurrentHashMap.newKeySet();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    /** Its sessions end with their links. */
    private final Endpoint server = endpoints.watch(Endpoint.listen(
            "tcp://127.0.0.1:0",
            EndpointOptions.builder().resumeWindow(Duration.ZERO).build()));

    private final Jobs served = new Served();

    @ByReference
    public interface Jobs {
        int run(int id);

        int hang(int id) throws InterruptedException;

        Object give(int id);

        void take(Object value);

        @OneWay(Delivery.ACCEPTED)
        void accept(int id);
    }

    public interface Broker {
        void put(Jobs jobs);

        Jobs get();
    }

    /** A value that the other side cannot decode. */
    public record Local(Runnable runnable) {}

    private final class Served implements Jobs {
        @Override
        public int run(int id) {
            ran.add(id);
            if (id < 0) {
                throw new Secret();
            }
            return id;
        }

        @Override
        public int hang(int id) throws InterruptedException {
            ran.add(id);
            entered.countDown();
            Await.latch(released);
            return id;
        }

        @Override
        public Object give(int id) {
            ran.add(id);
            return new Local(() -> {});
        }

        @Override
        public void take(Object value) {
            ran.add(0);
        }

        @Override
        public void accept(int id) {
            ran.add(id);
        }
    }

    private static final class Secret extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** The link and the style of a call. */
    enum Way {
        LANE(2),
        MAIN(0),
        FUTURE(0);

        private final int lanes;

        Way(int lanes) {
            this.lanes = lanes;
        }

        Object call(Jobs jobs, Job job) throws Exception {
            if (this != FUTURE) {
                return job.of(jobs);
            }
            try {
                return Calls.async(jobs, each -> {
                            try {
                                return job.of(each);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        })
                        .join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        }
    }

    interface Job {
        Object of(Jobs jobs) throws InterruptedException;
    }

    @AfterEach
    void release() {
        released.countDown();
    }

    private Endpoint client(int lanes) {
        return endpoints.watch(Endpoint.create(
                EndpointOptions.builder().lanes(lanes).sharedMemory(false).build()));
    }

    private Jobs jobs(Way way) throws Exception {
        server.bind("jobs", Jobs.class, served);
        Jobs jobs = client(way.lanes).lookup(server.address() + "/jobs", Jobs.class);
        for (int i = 0; i < 50; i++) {
            jobs.run(0); // until there is a lane, if lanes are enabled
        }
        ran.clear();
        return jobs;
    }

    private static CallException failed(ThrowingCallable call) {
        CallException failed = catchThrowableOfType(CallException.class, call);
        assertThat(failed).isNotNull();
        return failed;
    }

    @ParameterizedTest
    @EnumSource
    void reportsNotRunForAnUnboundName(Way way) throws Exception {
        Jobs jobs = jobs(way);
        server.unbind("jobs");
        CallException failed = failed(() -> way.call(jobs, each -> each.run(1)));
        assertThat(failed.code()).isEqualTo(Code.NOT_FOUND);
        assertThat(failed.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(failed).hasMessageContaining("Nothing is bound to 'jobs'");
    }

    @ParameterizedTest
    @EnumSource
    void reportsRunIfTheExceptionCannotTravel(Way way) throws Exception {
        Jobs jobs = jobs(way);
        CallException failed = failed(() -> way.call(jobs, each -> each.run(-1)));
        assertThat(failed.code()).isEqualTo(Code.INTERNAL);
        assertThat(failed.outcome()).isEqualTo(Outcome.RAN);
    }

    @ParameterizedTest
    @EnumSource
    void reportsRunForABadResultAndNotRunForABadArgument(Way way) throws Exception {
        Jobs jobs = jobs(way);
        CallException result = failed(() -> way.call(jobs, each -> each.give(3)));
        assertThat(result.outcome()).as(result.toString()).isEqualTo(Outcome.RAN);
        assertThat(ran).containsExactly(3);
        CallException argument = failed(() -> jobs.take(new Local(() -> {})));
        assertThat(argument.outcome()).as(argument.toString()).isEqualTo(Outcome.NOT_RUN);
        assertThat(ran).containsExactly(3);
    }

    @ParameterizedTest
    @EnumSource
    void reportsUnknownIfTheConnectionEnds(Way way) throws Exception {
        server.bind("jobs", Jobs.class, served);
        try (FaultyRelay relay = new FaultyRelay(server.address(), 1)) {
            Jobs jobs = client(way.lanes).lookup(relay.address() + "/jobs", Jobs.class);
            for (int i = 0; i < 50; i++) {
                jobs.run(0);
            }
            Running<Object> out = Running.start(() -> way.call(jobs, each -> each.hang(1)));
            Await.latch(entered);
            relay.cut();
            CallException failed = (CallException) out.failure();
            assertThat(failed.code()).isEqualTo(Code.UNKNOWN_OUTCOME);
            assertThat(failed.outcome()).isEqualTo(Outcome.UNKNOWN);
            if (way != Way.FUTURE) {
                assertThat(failed.getStackTrace())
                        .as("frames of the caller")
                        .anyMatch(frame -> frame.getClassName().startsWith(CallOutcomesTest.class.getName()));
            }
            Await.until(
                    "the client to notice the end",
                    () -> !Calls.peer(jobs).orElseThrow().isOpen()); // a lane may end before the session does
            CallException later = failed(() ->
                    Calls.with(jobs, CallOptions.builder().failFast().build()).run(2));
            assertThat(later.outcome()).isEqualTo(Outcome.NOT_RUN);
            assertThat(ran).doesNotContain(2);
            assertThat(jobs.run(3)).as("over a new connection").isEqualTo(3);
        }
    }

    /** At its deadline either the server reports the outcome, or the caller does not know it. */
    @ParameterizedTest
    @EnumSource
    void neverReportsNotRunForACallThatRan(Way way) throws Exception {
        Jobs jobs = Calls.with(jobs(way), CallOptions.ofTimeout(Duration.ofMillis(300)));
        CallException failed = failed(() -> way.call(jobs, each -> each.hang(1)));
        assertThat(failed.code()).isIn(Code.DEADLINE_EXCEEDED, Code.REFUSED);
        assertThat(failed.outcome() == Outcome.NOT_RUN).isEqualTo(!ran.contains(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reportsTheOutcomeOfAnInterceptor(boolean after) throws Exception {
        Endpoint guarded = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder()
                        .addServerInterceptor((call, next) -> {
                            if (call.method().getName().equals("run")) {
                                if (after) {
                                    next.proceed(call);
                                }
                                throw new CallException(Code.REFUSED, "refused by a test");
                            }
                            return next.proceed(call);
                        })
                        .build()));
        guarded.bind("jobs", Jobs.class, served);
        Jobs jobs = client(0).lookup(guarded.address() + "/jobs", Jobs.class);
        assertThat(failed(() -> jobs.run(5)).outcome()).isEqualTo(after ? Outcome.RAN : Outcome.NOT_RUN);
        assertThat(ran.contains(5)).isEqualTo(after);
    }

    /** The relay leaves while the method runs; later calls fail too. */
    @Test
    void reportsUnknownIfTheRelayLeaves() throws Exception {
        Endpoint middle = Endpoint.listen("tcp://127.0.0.1:0");
        Jobs[] kept = new Jobs[1];
        middle.bind("broker", Broker.class, new Broker() {
            @Override
            public void put(Jobs jobs) {
                kept[0] = jobs;
            }

            @Override
            public Jobs get() {
                return kept[0];
            }
        });
        client(0).lookup(middle.address() + "/broker", Broker.class).put(served);
        Jobs far = client(0).lookup(middle.address() + "/broker", Broker.class).get();
        assertThat(far.run(1)).isEqualTo(1);
        Running<Integer> out = Running.start(() -> far.hang(7));
        Await.latch(entered);
        middle.close(Duration.ZERO);
        CallException failed = (CallException) out.failure();
        assertThat(failed.code()).isNotEqualTo(Code.UNAVAILABLE);
        assertThat(failed.outcome()).as(failed.toString()).isNotEqualTo(Outcome.NOT_RUN);
        CallException later = failed(() -> far.run(8));
        assertThat(later.code()).isEqualTo(Code.UNAVAILABLE);
        assertThat(later.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(ran).containsExactlyInAnyOrder(1, 7);
    }

    /**
     * The connection is cut at any position. A call that is reported as not run has not run, and one that is reported
     * as run has. Each accepted call runs.
     */
    @ParameterizedTest
    @EnumSource
    void reportsTheCorrectOutcomeWhereverTheConnectionIsCut(Way way) throws Exception {
        server.bind("jobs", Jobs.class, served);
        AtomicInteger ids = new AtomicInteger();
        List<Integer> accepted = new ArrayList<>();
        List<Integer> notRun = new ArrayList<>();
        List<Integer> hasRun = new ArrayList<>();
        try (FaultyRelay relay = new FaultyRelay(server.address(), 3)) {
            for (int bytes = 200; bytes < 1_400; bytes += 37) {
                relay.faults(Faults.none().cutAfter(bytes));
                try (Endpoint hasty = Endpoint.create(EndpointOptions.builder()
                        .lanes(way.lanes)
                        .sharedMemory(false)
                        .build())) {
                    Jobs jobs = Calls.with(
                            hasty.lookup(relay.address() + "/jobs", Jobs.class),
                            CallOptions.builder().failFast().build());
                    for (int i = 0; i < 15; i++) {
                        int id = ids.incrementAndGet();
                        boolean oneWay = i % 5 == 4;
                        Throwable failed = catchThrowable(() -> {
                            if (oneWay) {
                                jobs.accept(id);
                            } else {
                                way.call(jobs, each -> each.run(id));
                            }
                        });
                        if (failed instanceof CallException e) {
                            (switch (e.outcome()) {
                                        case NOT_RUN -> notRun;
                                        case RAN -> hasRun;
                                        case UNKNOWN -> new ArrayList<Integer>();
                                    })
                                    .add(id);
                        } else {
                            assertThat(failed).isNull();
                            (oneWay ? accepted : hasRun).add(id);
                        }
                    }
                } catch (CallException e) {
                    assertThat(e.code()).isIn(Code.UNAVAILABLE, Code.UNKNOWN_OUTCOME);
                }
            }
        }
        Await.until("all calls to end", () -> server.statistics().callsIn() == 0);
        assertThat(ran).containsAll(hasRun).doesNotContainAnyElementsOf(notRun);
        Await.until("the accepted calls to run", () -> ran.containsAll(accepted));
        assertThat(hasRun).isNotEmpty();
        assertThat(notRun).isNotEmpty();
    }
}
