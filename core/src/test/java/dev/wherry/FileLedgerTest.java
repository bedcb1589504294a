package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileLedgerTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final long MUCH = 1L << 24;

    @TempDir
    Path folder;

    private final AtomicLong millis = new AtomicLong(1_000_000_000_000L);

    private FileLedger open(Path directory) throws IOException {
        return open(directory, MUCH, path -> new RandomAccessFile(path.toFile(), "rw"));
    }

    private interface Opener {
        RandomAccessFile open(Path path) throws IOException;
    }

    private FileLedger open(Path directory, long bytes, Opener files) throws IOException {
        FileLedger.Disk disk = new FileLedger.Disk() {
            @Override
            public RandomAccessFile open(Path path) throws IOException {
                return files.open(path);
            }

            @Override
            public long millis() {
                return millis.get();
            }
        };
        return FileLedger.open(directory, HOUR, Duration.ZERO, bytes, disk);
    }

    private static byte[] answer(int i) {
        return ("answer " + i).getBytes();
    }

    /** Records five calls, of which the last one has no answer. Returns the bytes of the file, and where each record ends. */
    private byte[] fiveCalls(List<Integer> ends) throws IOException {
        Path directory = folder.resolve("five");
        try (FileLedger ledger = open(directory)) {
            for (int i = 0; i < 5; i++) {
                assertThat(ledger.begin("call " + i)).isTrue();
                ends.add((int) Files.size(directory.resolve("calls-1")));
                if (i < 4) {
                    ledger.answered("call " + i, answer(i));
                    ends.add((int) Files.size(directory.resolve("calls-1")));
                }
            }
        }
        return Files.readAllBytes(directory.resolve("calls-1"));
    }

    private Path with(byte[] bytes) throws IOException {
        Path directory = Files.createTempDirectory(folder, "copy");
        Files.write(directory.resolve("calls-1"), bytes);
        return directory;
    }

    @Test
    void findsCallsOfEarlierProcesses() throws Exception {
        String id;
        try (FileLedger ledger = open(folder)) {
            id = ledger.id();
            assertThat(ledger.begin("a")).isTrue();
            assertThat(ledger.begin("a")).isFalse();
            assertThat(ledger.answer("a")).isNull();
            ledger.answered("a", answer(1));
            assertThat(ledger.answer("a")).isEqualTo(answer(1));
            assertThat(ledger.begin("b")).isTrue();
            ledger.answered("empty", new byte[0]);
        }
        try (FileLedger ledger = open(folder)) {
            assertThat(ledger.id()).isEqualTo(id);
            assertThat(ledger.begin("a")).isFalse();
            assertThat(ledger.answer("a")).isEqualTo(answer(1));
            assertThat(ledger.begin("b")).isFalse();
            assertThat(ledger.answer("b")).isNull();
            assertThat(ledger.answer("empty")).isEmpty();
            assertThat(ledger.begin("c")).isTrue();
        }
    }

    @Test
    void dropsWhatWasCutAtAnyByte() throws Exception {
        List<Integer> ends = new ArrayList<>();
        byte[] all = fiveCalls(ends);
        for (int length = 0; length < all.length; length++) {
            Path directory = with(Arrays.copyOf(all, length));
            int cut = length;
            int whole = (int) ends.stream().filter(end -> end <= cut).count();
            for (int opening = 0; opening < 2; opening++) {
                try (FileLedger ledger = open(directory)) {
                    for (int i = 0; i < 5; i++) {
                        boolean begun = whole > 2 * i;
                        boolean answered = whole > 2 * i + 1;
                        assertThat(ledger.answer("call " + i))
                                .as("answer %d of %d bytes", i, length)
                                .isEqualTo(answered ? answer(i) : null);
                        if (begun) {
                            assertThat(ledger.begin("call " + i)).isFalse();
                        }
                    }
                }
            }
            try (FileLedger ledger = open(directory)) {
                assertThat(ledger.begin("call 4")).isEqualTo(whole < 9);
                assertThat(ledger.begin("another")).isTrue();
            }
        }
    }

    @Test
    void refusesAFileThatIsDamagedAtAnyByteBeforeItsLastRecord() throws Exception {
        List<Integer> ends = new ArrayList<>();
        byte[] all = fiveCalls(ends);
        for (int at = 0; at < all.length; at++) {
            byte[] damaged = all.clone();
            damaged[at] ^= 0x40;
            Path directory = with(damaged);
            if (at < ends.get(ends.size() - 2)) {
                assertThatThrownBy(() -> open(directory))
                        .as("byte %d", at)
                        .isInstanceOf(CallLedger.DamagedException.class)
                        .hasMessageContaining("calls-1");
            } else { // nobody can know that the last record was whole before
                try (FileLedger ledger = open(directory)) {
                    assertThat(ledger.answer("call 3")).isEqualTo(answer(3));
                    assertThat(ledger.begin("call 4")).isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 11, 12, 36, 37, 4096})
    void dropsZerosAtTheEnd(int zeros) throws Exception {
        byte[] all = fiveCalls(new ArrayList<>());
        Path directory = with(Arrays.copyOf(all, all.length + zeros));
        open(directory).close();
        assertThat(directory.resolve("calls-1")).hasBinaryContent(all);
    }

    @Test
    void refusesTheFileOfAnotherLedger() throws Exception {
        Path directory = with(fiveCalls(new ArrayList<>()));
        try (FileLedger ledger = open(folder.resolve("other"))) {
            ledger.begin("a");
            millis.addAndGet(HOUR.toMillis() / 2);
            ledger.begin("b");
        }
        Files.copy(folder.resolve("other").resolve("calls-2"), directory.resolve("calls-2"));
        assertThatThrownBy(() -> open(directory))
                .isInstanceOf(CallLedger.DamagedException.class)
                .hasMessageContaining("of another ledger");
    }

    @Test
    void refusesALedgerOfWhichAFileIsMissing() throws Exception {
        try (FileLedger ledger = open(folder)) {
            for (int i = 0; i < 3; i++) {
                ledger.begin("call " + i);
                millis.addAndGet(HOUR.toMillis() / 4);
            }
        }
        Files.delete(folder.resolve("calls-2"));
        assertThatThrownBy(() -> open(folder))
                .isInstanceOf(CallLedger.DamagedException.class)
                .hasMessageContaining("calls-3");
    }

    @Test
    void refusesAnOlderFileThatWasCut() throws Exception {
        try (FileLedger ledger = open(folder)) {
            ledger.begin("a");
            millis.addAndGet(HOUR.toMillis() / 2);
            ledger.begin("b");
        }
        byte[] all = Files.readAllBytes(folder.resolve("calls-1"));
        for (int length : List.of(0, LedgerFile.HEAD - 1, LedgerFile.HEAD + 1, all.length - 1)) {
            Files.write(folder.resolve("calls-1"), Arrays.copyOf(all, length));
            assertThatThrownBy(() -> open(folder)).isInstanceOf(CallLedger.DamagedException.class);
        }
        Files.write(folder.resolve("calls-1"), all);
        open(folder).close();
    }

    @Test
    void refusesWhatIsNotAFileOfALedger() throws Exception {
        Files.writeString(folder.resolve("calls-1"), "something that is longer than the head of a file");
        assertThatThrownBy(() -> open(folder)).isInstanceOf(CallLedger.DamagedException.class);
        Files.delete(folder.resolve("calls-1"));
        Files.writeString(folder.resolve("calls-01"), "");
        assertThatThrownBy(() -> open(folder)).isInstanceOf(CallLedger.DamagedException.class);
        Files.delete(folder.resolve("calls-01"));
        open(folder).close();
    }

    @Test
    void isOpenOnlyOnce() throws Exception {
        try (FileLedger ledger = open(folder)) {
            assertThatThrownBy(() -> open(folder))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use");
            assertThat(ledger.begin("a")).isTrue();
        }
        open(folder).close();
    }

    @Test
    void refusesCallsAfterItsEnd() throws Exception {
        FileLedger ledger = open(folder);
        ledger.answered("a", answer(1));
        ledger.close();
        ledger.close();
        assertThatThrownBy(() -> ledger.begin("b"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> ledger.answer("a")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> ledger.answered("a", answer(1))).isInstanceOf(IOException.class);
    }

    /** A file on a disk that gets full in the middle of a record. */
    private static final class FullDisk extends RandomAccessFile {
        private final AtomicInteger capacity;

        FullDisk(Path path, AtomicInteger capacity) throws IOException {
            super(path.toFile(), "rw");
            this.capacity = capacity;
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            int fits = Math.min(bytes.length, capacity.get());
            capacity.addAndGet(-fits);
            super.write(bytes, 0, fits);
            if (fits < bytes.length) {
                throw new IOException("No space left on device");
            }
        }
    }

    @Test
    void recordsNothingOfACallThatDoesNotFitOnTheDisk() throws Exception {
        AtomicInteger capacity = new AtomicInteger(LedgerFile.HEAD + 60);
        try (FileLedger ledger = open(folder, MUCH, path -> new FullDisk(path, capacity))) {
            assertThat(ledger.begin("first")).isTrue();
            assertThatThrownBy(() -> ledger.begin("second"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("No space left");
            capacity.set(1_000);
            assertThat(ledger.begin("second")).isTrue();
            ledger.answered("first", answer(1));
        }
        try (FileLedger ledger = open(folder)) {
            assertThat(ledger.begin("second")).isFalse();
            assertThat(ledger.answer("first")).isEqualTo(answer(1));
        }
    }

    @Test
    void writesOverAPartOfARecordThatDidNotFit() throws Exception {
        AtomicInteger capacity = new AtomicInteger(1_000);
        try (FileLedger ledger = open(folder, MUCH, path -> new FullDisk(path, capacity))) {
            assertThat(ledger.begin("first")).isTrue();
            capacity.set(200);
            assertThatThrownBy(() -> ledger.begin("a call with a name that is longer than the next".repeat(9)))
                    .isInstanceOf(IOException.class);
            capacity.set(1_000);
            assertThat(ledger.begin("next")).isTrue();
            millis.addAndGet(HOUR.toMillis() / 2);
            assertThat(ledger.begin("in the next file")).isTrue();
        }
        try (FileLedger ledger = open(folder)) {
            assertThat(ledger.begin("first")).isFalse();
            assertThat(ledger.begin("next")).isFalse();
            assertThat(ledger.begin("in the next file")).isFalse();
        }
    }

    /** Nobody knows what the system has kept of what it could not write. */
    @Test
    void recordsNoMoreOnceItCouldNotWriteToTheDisk() throws Exception {
        AtomicInteger records = new AtomicInteger();
        try (FileLedger ledger = open(folder, MUCH, path -> new RandomAccessFile(path.toFile(), "rw") {
            @Override
            public void write(byte[] bytes) throws IOException {
                super.write(bytes);
                if (records.incrementAndGet() == 3) {
                    super.close(); // so that the write to the disk fails
                }
            }
        })) {
            assertThat(ledger.begin("first")).isTrue();
            assertThatThrownBy(() -> ledger.begin("second")).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> ledger.begin("third"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("records no more calls");
            assertThatThrownBy(() -> ledger.answered("first", answer(1))).isInstanceOf(IOException.class);
        }
        try (FileLedger ledger = open(folder)) {
            assertThat(ledger.begin("first")).isFalse();
            assertThat(ledger.begin("third")).isTrue();
        }
    }

    @Test
    void createsNoFileOnAFullDisk() throws Exception {
        AtomicInteger capacity = new AtomicInteger(LedgerFile.HEAD + 100);
        try (FileLedger ledger = open(folder, MUCH, path -> new FullDisk(path, capacity))) {
            assertThat(ledger.begin("first")).isTrue();
            millis.addAndGet(HOUR.toMillis() / 2);
            capacity.set(10);
            assertThatThrownBy(() -> ledger.begin("second")).isInstanceOf(IOException.class);
            assertThat(folder.resolve("calls-2")).doesNotExist();
            capacity.set(1_000);
            assertThat(ledger.begin("second")).isTrue();
        }
        try (FileLedger ledger = open(folder)) {
            assertThat(ledger.begin("first")).isFalse();
            assertThat(ledger.begin("second")).isFalse();
        }
    }

    @Test
    void keepsRecordsForTheirTimeAndDeletesThemThen() throws Exception {
        long end = millis.get() + HOUR.toMillis();
        try (FileLedger ledger = open(folder)) {
            assertThat(ledger.begin("first")).isTrue();
            ledger.answered("first", answer(1));
            for (int i = 0; millis.get() < end; i++) {
                assertThat(ledger.begin("call " + i)).isTrue();
                assertThat(ledger.begin("first")).as("after %d minutes", i).isFalse();
                assertThat(ledger.answer("first")).isEqualTo(answer(1));
                millis.addAndGet(Duration.ofMinutes(1).toMillis());
            }
            millis.addAndGet(HOUR.toMillis() / 7);
            assertThat(ledger.begin("first")).isTrue();
            assertThat(ledger.answer("first")).isNull();
            assertThat(ledger.begin("call 59")).isFalse();
            assertThat(folder.resolve("calls-1")).doesNotExist();
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSizeBetween(8, 11);
        }
        try (FileLedger ledger = open(folder)) {
            assertThat(ledger.begin("call 59")).isFalse();
        }
    }

    @Test
    void refusesCallsWhenItIsFullUntilRecordsExpire() throws Exception {
        try (FileLedger ledger = open(folder, 1 << 16, path -> new RandomAccessFile(path.toFile(), "rw"))) {
            assertThat(ledger.begin("first")).isTrue();
            ledger.answered("first", new byte[1 << 16]);
            assertThatThrownBy(() -> ledger.begin("second"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("full");
            assertThat(ledger.begin("first")).isFalse();
            ledger.answered("first", answer(2)); // an answer always fits
            millis.addAndGet(2 * HOUR.toMillis());
            assertThat(ledger.begin("second")).isTrue();
        }
    }

    @Test
    void beginsACallForOneThreadOnly() throws Exception {
        try (FileLedger ledger = open(folder);
                ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int round = 0; round < 20; round++) {
                String call = "call " + round;
                List<Callable<Boolean>> same = IntStream.range(0, 8)
                        .<Callable<Boolean>>mapToObj(i -> () -> ledger.begin(call))
                        .toList();
                int begun = 0;
                for (Future<Boolean> each : threads.invokeAll(same)) {
                    begun += each.get() ? 1 : 0;
                }
                assertThat(begun).isEqualTo(1);
            }
        }
    }

    /** An interrupt closes channels, so that a ledger must not use them for its records. */
    @Test
    void recordsCallsOnInterruptedThreads() throws Exception {
        try (FileLedger ledger = open(folder)) {
            Thread.currentThread().interrupt();
            assertThat(ledger.begin("a")).isTrue();
            millis.addAndGet(HOUR.toMillis() / 2);
            ledger.answered("a", answer(1));
            assertThat(ledger.answer("a")).isEqualTo(answer(1));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(ledger.begin("b")).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.001S", "PT100H"})
    void findsCallsThatWereNotWrittenToTheDiskAtOnce(Duration sync) throws Exception {
        try (CallLedger ledger = CallLedger.inDirectory(folder, HOUR, sync, MUCH)) {
            assertThat(ledger.begin("a")).isTrue();
            ledger.answered("a", answer(1));
        }
        try (CallLedger ledger = CallLedger.inDirectory(folder)) {
            assertThat(ledger.answer("a")).isEqualTo(answer(1));
        }
    }
}
