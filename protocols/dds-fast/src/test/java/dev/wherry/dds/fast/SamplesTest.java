package dev.wherry.dds.fast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.engine.SampleSink;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.WaitSet;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.Representation;
import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers, writers and wait sets of Fast DDS, with the other engine as their counterpart where it matters. */
class SamplesTest {
    private static final int HEADER = 4;
    private static final DataType.Structure TYPE = new DataType.Structure(
            "test::Number",
            DataType.Extensibility.FINAL,
            null,
            List.of(new DataType.Structure.Member("value", 0, DataType.Primitive.INT32, false, false)));

    private static final Qos ALL = Qos.builder()
            .keepAll()
            .maxBlocking(Duration.ofSeconds(20))
            .representations(Representation.XCDR1)
            .build();

    private final int domain = Bank.domain();
    private final Participant participant = join(Bank.FAST);

    private Participant join(String engine) {
        Engine loaded = Bank.engine(engine);
        return loaded.open(domain, Bank.dds(engine).build());
    }

    @AfterEach
    void close() {
        participant.close();
    }

    private static Topic topic(Participant of) {
        return of.topic(
                "numbers",
                TYPE,
                Qos.builder().representations(Representation.XCDR1).build());
    }

    private static Reader reader(Participant of, Qos qos) {
        return of.reader(topic(of), qos, 1000);
    }

    private static Writer writer(Participant of, Qos qos) {
        return of.writer(topic(of), qos);
    }

    private static void untilMatched(Writer writer, Reader reader) {
        Polling.until("both match", () -> writer.matched() == 1 && reader.matched() == 1);
    }

    private static void write(Writer writer, int value) {
        byte[] payload = ByteBuffer.allocate(2 * HEADER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(1, (byte) 1)
                .putInt(HEADER, value)
                .array();
        writer.write(payload, 0, payload.length);
    }

    private static void take(Reader reader, List<Integer> to) {
        reader.take(
                (payload, offset, length, info) -> {
                    if (info.valid()) {
                        to.add(ByteBuffer.wrap(payload)
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .getInt(offset + HEADER));
                    }
                },
                10);
    }

    private static List<Integer> take(Reader reader, int count) {
        List<Integer> taken = new ArrayList<>();
        Polling.until(count + " samples arrive", () -> {
            take(reader, taken);
            return taken.size() >= count;
        });
        return taken;
    }

    @ParameterizedTest
    @ValueSource(strings = {"cyclone", Bank.FAST})
    void arriveOnceAndInOrder(String engine) {
        try (Participant other = join(engine);
                Reader reader = reader(participant, ALL);
                Writer writer = writer(other, ALL)) {
            untilMatched(writer, reader);
            IntStream.range(0, 3000).forEach(each -> {
                write(writer, each);
                if (each % 500 == 499) {
                    assertThat(take(reader, 500))
                            .containsExactlyElementsOf(IntStream.rangeClosed(each - 499, each)
                                    .boxed()
                                    .toList());
                }
            });
            assertThat(reader.take((_, _, _, _) -> {}, 1)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cyclone", Bank.FAST})
    void areKeptForReadersThatJoinLater(String engine) {
        Qos last = ALL.toBuilder()
                .durability(Qos.Durability.TRANSIENT_LOCAL)
                .depth(2)
                .build();
        try (Participant other = join(engine);
                Writer writer = writer(participant, last)) {
            for (int i = 0; i < 5; i++) {
                write(writer, i);
            }
            try (Reader late = reader(other, last)) {
                assertThat(take(late, 2)).containsExactly(3, 4);
            }
        }
    }

    @Test
    void areThoseOfTheStrongestWriter() {
        Qos weak =
                ALL.toBuilder().ownership(Qos.Ownership.EXCLUSIVE).strength(1).build();
        Qos strong = weak.toBuilder().strength(2).build();
        try (Participant other = join(DdsOptions.CYCLONE);
                Writer one = writer(other, weak);
                Writer two = writer(participant, strong);
                Reader reader = reader(other, weak)) {
            Polling.until("both match", () -> reader.matched() == 2 && one.matched() == 1 && two.matched() == 1);
            write(two, 2);
            assertThat(take(reader, 1)).containsExactly(2);
            write(one, 1);
            write(two, 3);
            assertThat(take(reader, 1)).containsExactly(3);
        }
    }

    @Test
    void doNotMatchIfThePoliciesDiffer() {
        Qos best = ALL.toBuilder().reliability(Qos.Reliability.BEST_EFFORT).build();
        try (Participant other = join(DdsOptions.CYCLONE);
                Writer unfit = writer(other, best);
                Writer fit = writer(other, ALL);
                Reader reader = reader(participant, ALL)) {
            Polling.until("one matches", () -> reader.matched() == 1 && fit.matched() == 1);
            assertThat(unfit.matched()).isZero();
            assertThat(reader.incompatible()).isEmpty();
        }
    }

    @Test
    void areRefusedIfTheyAreLongerThanTheReaderAllows() {
        try (Reader reader = participant.reader(topic(participant), ALL, 7);
                Writer writer = writer(participant, ALL)) {
            untilMatched(writer, reader);
            write(writer, 1);
            List<Long> refused = new ArrayList<>();
            Polling.until("it is refused", () -> {
                reader.take(
                        new SampleSink() {
                            @Override
                            public void sample(byte[] p, int o, int l, SampleInfo i) {
                                throw new AssertionError("it is too long");
                            }

                            @Override
                            public void refused(long length, SampleInfo info) {
                                refused.add(length);
                            }
                        },
                        10);
                return !refused.isEmpty();
            });
            assertThat(refused).containsExactly(8L);
        }
    }

    @Test
    void failToBeSentWhileAReaderDoesNotTakeAny() {
        Qos hasty = ALL.toBuilder()
                .maxBlocking(Duration.ofMillis(100))
                .limits(new Qos.ResourceLimits(2000, Qos.ResourceLimits.UNLIMITED, Qos.ResourceLimits.UNLIMITED))
                .build();
        try (Participant other = join(DdsOptions.CYCLONE);
                Reader reader = reader(participant, ALL);
                Writer writer = writer(participant, hasty)) {
            assertThat(other.domain()).isEqualTo(domain);
            untilMatched(writer, reader);
            assertThatThrownBy(() -> IntStream.range(0, 10_000).forEach(each -> write(writer, each)))
                    .isInstanceOfSatisfying(
                            DdsException.class, e -> assertThat(e.kind()).isEqualTo(DdsException.Kind.TIMEOUT));
            assertThat(take(reader, 2000)).startsWith(0, 1, 2);
            write(writer, -1);
            assertThat(take(reader, 1)).containsExactly(-1);
        }
    }

    @Test
    void areNotSentIfTheyAreNotPayloadsOrTooLong() {
        try (Writer writer = writer(participant, ALL)) {
            byte[] newer = {0, 7, 0, 0, 1, 0, 0, 0};
            for (byte[] each : List.of(new byte[3], newer, new byte[EndpointProfile.LARGEST + 1])) {
                assertThatThrownBy(() -> writer.write(each, 0, each.length))
                        .isInstanceOfSatisfying(
                                DdsException.class, e -> assertThat(e.kind()).isEqualTo(DdsException.Kind.MALFORMED));
            }
        }
    }

    @Test
    void endAWaitAsWakingAndClosingDo() {
        try (Participant other = join(DdsOptions.CYCLONE);
                WaitSet waitSet = participant.waitSet();
                Reader reader = reader(participant, ALL);
                Writer writer = writer(other, ALL)) {
            waitSet.attach(reader);
            untilMatched(writer, reader);
            waitSet.wakeUp();
            assertThat(waitSet.await(Long.MAX_VALUE, _ -> {})).isTrue();
            write(writer, 5);
            List<Reader> ready = new ArrayList<>();
            while (ready.isEmpty()) {
                assertThat(waitSet.await(Long.MAX_VALUE, ready::add)).isTrue();
            }
            assertThat(ready).containsExactly(reader);
            assertThat(take(reader, 1)).containsExactly(5);
            waitSet.detach(reader);
            write(writer, 6);
            assertThat(take(reader, 1)).containsExactly(6);
            CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(
                    () -> waitSet.await(Long.MAX_VALUE, ready::add), Thread.ofPlatform()::start);
            waitSet.close();
            assertThat(waiting.join()).isFalse();
            assertThat(ready).hasSize(1);
        }
    }

    @Test
    void haveTheNumbersOfTheirWriters() {
        try (Participant other = join(DdsOptions.CYCLONE);
                WaitSet waitSet = participant.waitSet();
                Reader reader = reader(participant, ALL)) {
            List<Integer> counts = new ArrayList<>();
            waitSet.watch(reader, WaitSet.Change.MATCHED, () -> counts.add(reader.matched()));
            try (Writer writer = writer(other, ALL)) {
                while (counts.isEmpty()) {
                    assertThat(waitSet.await(Long.MAX_VALUE, _ -> {})).isTrue();
                }
                assertThat(counts).containsExactly(1);
                Polling.until("both match", () -> writer.matched() == 1);
                assertThat(writer.participants()).containsExactly(HexFormat.of().formatHex(participant.guid()));
                write(writer, 1);
                List<Long> numbers = new ArrayList<>();
                Polling.until("a sample arrives", () -> {
                    reader.take((_, _, _, info) -> numbers.add(info.publication()), 1);
                    return !numbers.isEmpty();
                });
                assertThat(reader.participants())
                        .isEqualTo(Map.of(numbers.getFirst(), HexFormat.of().formatHex(other.guid())));
            }
            while (counts.size() < 2) {
                assertThat(waitSet.await(Long.MAX_VALUE, _ -> {})).isTrue();
            }
            assertThat(counts).containsExactly(1, 0);
            assertThat(reader.participants()).isEmpty();
        }
    }

    @Test
    void cannotBeAwaitedByAVirtualThread() {
        try (WaitSet waitSet = participant.waitSet()) {
            CompletableFuture<Boolean> waiting =
                    CompletableFuture.supplyAsync(() -> waitSet.await(1, _ -> {}), Thread.ofVirtual()::start);
            assertThatThrownBy(waiting::join).hasCauseInstanceOf(DdsException.class);
        }
    }

    @Test
    void endWhenTheirParticipantsAreClosedInAnyOtherThread() {
        for (int i = 0; i < 10; i++) {
            Participant one = join(Bank.FAST);
            Participant two = join(Bank.FAST);
            Writer writer = writer(one, ALL);
            Reader reader = reader(two, ALL);
            WaitSet waitSet = two.waitSet();
            waitSet.attach(reader);
            untilMatched(writer, reader);
            AtomicInteger taken = new AtomicInteger();
            CompletableFuture<DdsException> writing = untilClosed(() -> write(writer, 1));
            CompletableFuture<DdsException> taking =
                    untilClosed(() -> taken.addAndGet(reader.take((_, _, _, _) -> {}, 10)));
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(
                    () -> {
                        while (waitSet.await(Long.MAX_VALUE, _ -> {})) {
                            taken.get();
                        }
                    },
                    Thread.ofPlatform()::start);
            Polling.until("samples are sent", () -> taken.get() > 100);
            if (i % 2 == 0) {
                one.close();
                two.close();
            } else {
                two.close();
                one.close();
            }
            assertThat(writing.join().kind()).isEqualTo(DdsException.Kind.CLOSED);
            assertThat(taking.join().kind()).isEqualTo(DdsException.Kind.CLOSED);
            waiting.join();
        }
    }

    /** Runs an action again and again, until it fails. */
    private static CompletableFuture<DdsException> untilClosed(Runnable action) {
        return CompletableFuture.supplyAsync(
                () -> {
                    while (true) {
                        try {
                            action.run();
                        } catch (DdsException e) {
                            return e;
                        }
                    }
                },
                Thread.ofPlatform()::start);
    }

    @Test
    void leaveNoThreadAndNoSharedMemoryBehind() {
        participant.close();
        Set<Thread> before = threadsOfTheJvm();
        Participant participant = join(Bank.FAST);
        Reader reader = reader(participant, ALL);
        Writer writer = writer(participant, ALL);
        untilMatched(writer, reader);
        participant.close();
        participant.close();
        assertThatThrownBy(() -> write(writer, 1))
                .isInstanceOfSatisfying(
                        DdsException.class, e -> assertThat(e.kind()).isEqualTo(DdsException.Kind.CLOSED));
        assertThatThrownBy(() -> reader.take((_, _, _, _) -> {}, 1)).isInstanceOf(DdsException.class);
        assertThatThrownBy(participant::waitSet).isInstanceOf(DdsException.class);
        assertThat(names(Path.of("/dev/shm"))).noneMatch(each -> each.contains("fastrtps") || each.contains("fastdds"));
        // The thread that logs errors serves the whole process.
        Polling.until(
                "the threads of the library end",
                () -> threads().noneMatch(each -> each.startsWith("dds.") && !each.equals("dds.log")));
        Polling.until("they are detached from the JVM", () -> before.containsAll(threadsOfTheJvm()));
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> String.valueOf(each.getFileName())).toList();
        } catch (IOException e) {
            return List.of(); // another system
        }
    }

    /** Returns the threads that have the name which JNI gives. */
    private static Set<Thread> threadsOfTheJvm() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().matches("Thread-\\d+"))
                .collect(Collectors.toSet());
    }

    private static Stream<String> threads() {
        return names(Path.of("/proc/self/task")).stream().map(each -> {
            try {
                return Files.readString(Path.of("/proc/self/task", each, "comm"))
                        .strip();
            } catch (IOException e) {
                return ""; // it has ended
            }
        });
    }
}
