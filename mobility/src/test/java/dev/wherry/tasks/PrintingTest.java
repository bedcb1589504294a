package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Interceptor;
import dev.wherry.Limits;
import dev.wherry.Peer;
import dev.wherry.mobility.Action;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.TaskPrints;
import dev.wherry.mobility.Tasks;
import dev.wherry.testsupport.LogRecorder;
import dev.wherry.testsupport.Polling;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.logging.LogRecord;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The output of tasks, sent to their senders. */
@Isolated("it replaces the streams of the whole JVM")
class PrintingTest {
    private static PrintStream realOut;
    private static PrintStream realErr;

    private final StringBuffer out = new StringBuffer();
    private final StringBuffer err = new StringBuffer();

    @AutoClose
    private final HostAndClient ends = new HostAndClient(PrintingTest.class);

    private final Peer peer = ends.peer();

    @BeforeAll
    static void routes() {
        realOut = System.out;
        realErr = System.err;
        TaskPrints.sendHome();
    }

    @AfterAll
    static void restores() {
        System.setOut(realOut);
        System.setErr(realErr);
    }

    private Object call(Task<?> task) throws Exception {
        return Tasks.at(peer).call(TaskPrints.to(out::append, err::append, task));
    }

    private void run(Action action) throws Exception {
        assertThat(Tasks.at(peer).call(TaskPrints.to(out::append, err::append, action)))
                .isNull();
    }

    @Test
    void bringsBothStreamsHomeBeforeTheResult() throws Exception {
        assertThat(call(() -> {
                    System.out.println("größer → 猫");
                    System.err.printf("%d of %d", 1, 2);
                    System.out.print('x');
                    return 7;
                }))
                .isEqualTo(7);
        assertThat(out).hasToString("größer → 猫" + System.lineSeparator() + "x");
        assertThat(err).hasToString("1 of 2");
    }

    private static final int IN_FLIGHT = 100;
    private static final int MANY = 10 * IN_FLIGHT;
    private static final EndpointOptions SMALL = EndpointOptions.builder()
            .limits(Limits.builder().callsInFlight(IN_FLIGHT).build())
            .build();

    /** Nothing is taken before its task waits for that, which it would do with the last line at the latest. */
    @Test
    void keepsTheOrderOfManyLines() throws Exception {
        CountDownLatch waits = new CountDownLatch(1);
        Interceptor noticing = (call, next) -> {
            if (call.method().getName().equals("end")) {
                waits.countDown();
            }
            return next.proceed(call);
        };
        Consumer<String> slow = text -> {
            awaitQuietly(waits);
            out.append(text);
        };
        try (HostAndClient small = small(noticing)) {
            Tasks.at(small.peer()).call(TaskPrints.to(slow, err::append, (Action) PrintingTest::printMany));

            assertManyCame();
        }
    }

    /** Each task alone would be within the limit. No output is consumed before the limit is reached. */
    @Test
    void waitsForRoomThatOthersHaveTaken() throws Exception {
        CountDownLatch full = new CountDownLatch(1);
        Interceptor noticing = (call, next) -> {
            try {
                return next.proceed(call);
            } catch (CallException e) {
                full.countDown();
                throw e;
            }
        };
        Function<StringBuffer, Task<Object>> printing = to -> TaskPrints.to(
                text -> {
                    awaitQuietly(full);
                    to.append(text);
                },
                text -> {},
                (Action) PrintingTest::printMany);
        try (HostAndClient small = small(noticing)) {
            Tasks.at(small.peer()).call(TaskPrints.to(text -> {}, text -> {}, (Action) PrintingTest::printMany));
            StringBuffer others = new StringBuffer();
            CompletableFuture<?> one = Tasks.at(small.peer()).submit(printing.apply(out));
            CompletableFuture<?> other = Tasks.at(small.peer()).submit(printing.apply(others));
            one.get(1, TimeUnit.MINUTES);
            other.get(1, TimeUnit.MINUTES);

            assertManyCame();
            assertThat(others).hasToString(out.toString());
        }
    }

    private static HostAndClient small(Interceptor ofHost) {
        EndpointOptions options = EndpointOptions.builder()
                .with(Hosts.without(MobilityPolicy.acceptAnyone(), PrintingTest.class))
                .addClientInterceptor(ofHost)
                .build();
        return new HostAndClient(Endpoint.listen("tcp://127.0.0.1:0", options), Endpoint.create(SMALL));
    }

    @Test
    void keepsTheOrderOfManyLinesFromAChild() throws Exception {
        MobilityPolicy inChild = MobilityPolicy.builder()
                .acceptAnyone()
                .child(ChildLimits.defaults())
                .build();
        try (HostAndClient child = new HostAndClient(inChild, SMALL)) {
            Tasks.at(child.peer()).call(TaskPrints.to(out::append, err::append, (Action) PrintingTest::printMany));

            assertManyCame();
        }
    }

    @Test
    void letsATaskSeeThatItIsInterrupted() {
        System.clearProperty("PrintingTest.ended");
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Consumer<String> held = text -> {
            first.countDown();
            awaitQuietly(goOn);
        };
        Action printing = () -> {
            while (!Thread.currentThread().isInterrupted()) {
                System.out.println("again");
            }
            System.setProperty("PrintingTest.ended", "true");
        };
        AtomicReference<Thread> printer = new AtomicReference<>();
        Interceptor noticing = (call, next) -> {
            if (call.method().getName().equals("end")) {
                printer.set(Thread.currentThread());
            }
            return next.proceed(call);
        };
        try (HostAndClient small = small(noticing)) {
            CompletableFuture<?> task = Tasks.at(small.peer()).submit(TaskPrints.to(held, err::append, printing));
            awaitQuietly(first);
            Polling.until("the task to wait until its output is received", () -> isBlocked(printer.get()));
            task.cancel(true);
            Polling.until("the task's end", () -> System.getProperty("PrintingTest.ended") != null);
            goOn.countDown();
        }
    }

    private static boolean isBlocked(@Nullable Thread thread) {
        return thread != null
                && (thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void printMany() {
        IntStream.range(0, MANY).forEach(System.out::println);
    }

    private void assertManyCame() {
        assertThat(out)
                .hasToString(IntStream.range(0, MANY)
                        .mapToObj(i -> i + System.lineSeparator())
                        .collect(Collectors.joining()));
    }

    @Test
    void cutsALongLineBetweenCharacters() throws Exception {
        run(() -> System.out.print("猫".repeat(50_000)));

        assertThat(out).hasToString("猫".repeat(50_000));
    }

    @Test
    void bringsWhatIsFlushedWhileTheTaskRuns() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        Consumer<String> first = text -> seen.countDown();
        Waiting waiting = () -> {
            try {
                seen.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        Tasks.at(peer).call(TaskPrints.to(first, first, (Action) () -> {
            System.out.print("no line yet");
            System.out.flush();
            waiting.await();
        }));
        assertThat(seen.getCount()).isZero();
    }

    @ByReference
    interface Waiting {
        void await();
    }

    @Test
    void bringsWhatWasPrintedBeforeTheTaskThrew() {
        assertThatThrownBy(() -> run(() -> {
                    System.out.println("so far");
                    throw new IllegalStateException("and no further");
                }))
                .hasMessage("and no further");
        assertThat(out).hasToString("so far" + System.lineSeparator());
    }

    @Test
    void writesEachKindOfValueAsAnyStreamDoes() throws Exception {
        run(() -> {
            PrintStream to = System.out;
            to.print(true);
            to.print(1);
            to.print(2L);
            to.print(3f);
            to.print(4d);
            to.print(new char[] {'c', 's'});
            to.print("text");
            to.print((Object) null);
            to.append("seq").append('c').append("abcd", 1, 3);
            to.format(Locale.ROOT, "%.1f", 0.5);
            to.write('w');
            to.writeBytes("bytes".getBytes(to.charset()));
        });
        assertThat(out).hasToString("true123.04.0cstextnullseqcbc0.5wbytes");
    }

    @Test
    void goesOnWhereNobodyTakesWhatIsPrinted() throws Exception {
        Consumer<String> full = text -> {
            throw new IllegalStateException("full");
        };
        assertThat(Tasks.at(peer).call(TaskPrints.to(full, full, (Task<Integer>) () -> {
                    System.out.println("lost");
                    return 1;
                })))
                .isEqualTo(1);
    }

    static class Asked {}

    /** Among them that of a class which the task has asked for, on its own thread. */
    @Test
    void doesNotBringTheHostsRecords() throws Exception {
        try (LogRecorder log = new LogRecorder("dev.wherry.mobility") {
            @Override
            public void publish(LogRecord logged) {
                super.publish(logged);
                System.err.println(logged.getMessage());
            }
        }) {
            String name = PrintingTest.class.getName() + "$Asked";
            assertThat(call(() -> Class.forName(name).getSimpleName())).isEqualTo("Asked");
            assertThat(log.texts()).filteredOn(text -> text.contains("$Asked")).hasSize(1);
        }
        assertThat(err).isEmpty();
    }

    @Test
    void refusesWhatIsNoTask() {
        assertThatThrownBy(() -> TaskPrints.to(out::append, err::append, "text"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("neither Callable nor Runnable");
    }
}
