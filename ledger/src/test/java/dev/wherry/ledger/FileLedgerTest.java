package dev.wherry.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
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
        for (int length = LedgerFile.Head.BYTES; length < all.length; length++) {
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
                        .isInstanceOf(FileLedger.DamagedException.class)
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
                .isInstanceOf(FileLedger.DamagedException.class)
                .hasMessageContaining("of another ledger");
    }

    @Test
    void refusesWhatIsNotAFileOfALedger() throws Exception {
        Files.writeString(folder.resolve("calls-1"), "something that is longer than the head of a file");
        assertThatThrownBy(() -> open(folder)).isInstanceOf(FileLedger.DamagedException.class);
        Files.delete(folder.resolve("calls-1"));
        Files.createDirectory(folder.resolve("calls-1"));
        assertThatThrownBy(() -> open(folder)).isInstanceOf(IOException.class);
        Files.delete(folder.resolve("calls-1"));
        for (String name : List.of("calls-", "calls-0", "calls-01", "calls-1.old", "calls-1234567890123456789")) {
            Files.writeString(folder.resolve(name), "a file of somebody else");
        }
        try (FileLedger ledger = open(folder)) {
            assertThat(ledger.begin("a")).isTrue();
        }
    }

    @Test
    void isNotOpenedInWhatIsNotADirectory() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "text");
        assertThatThrownBy(() -> open(file)).isInstanceOf(IOException.class).hasMessageContaining(file.toString());
        Path directory = Files.createDirectory(folder.resolve("directory"));
        Files.createDirectory(directory.resolve("lock"));
        assertThatThrownBy(() -> open(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(directory.toString());
    }

    private void isDamaged(Path directory, String file, String what) {
        assertThatThrownBy(() -> open(directory))
                .as(what)
                .isInstanceOf(FileLedger.DamagedException.class)
                .hasMessageContaining(directory.resolve(file) + " is damaged at byte ")
                .hasMessageContaining("Restore the file");
    }

    /** The head is written before a file gets its name, so that no crash leaves a part of it. */
    @Test
    void refusesAFileThatEndsInItsHead() throws Exception {
        byte[] all = fiveCalls(new ArrayList<>());
        for (int length = 0; length < LedgerFile.Head.BYTES; length++) {
            isDamaged(with(Arrays.copyOf(all, length)), "calls-1", length + " bytes");
        }
    }

    @Test
    void ignoresAFileThatACrashHasLeftWithoutItsName() throws Exception {
        Path directory = with(fiveCalls(new ArrayList<>()));
        Files.write(directory.resolve("new"), new byte[1000]);
        try (FileLedger ledger = open(directory)) {
            assertThat(ledger.begin("call 4")).isFalse();
            millis.addAndGet(HOUR.toMillis() / 2);
            assertThat(ledger.begin("in the next file")).isTrue();
        }
        open(directory).close();
        assertThat(directory.resolve("new")).doesNotExist();
    }

    @Test
    void refusesAFileOfAnotherVersion() throws Exception {
        byte[] all = fiveCalls(new ArrayList<>());
        all[7]++;
        assertThatThrownBy(() -> open(with(all)))
                .isInstanceOf(FileLedger.DamagedException.class)
                .hasMessageContaining("has version 2, and only version 1");
    }

    /** Records behind the range prove that it was there. Without a whole record behind it, the end may never have been written. */
    @Test
    void refusesAFileFromWhichAnyRangeWasRemoved() throws Exception {
        List<Integer> ends = new ArrayList<>();
        byte[] all = fiveCalls(ends);
        int last = ends.get(ends.size() - 2);
        Path directory = Files.createTempDirectory(folder, "range");
        Path path = Files.write(directory.resolve("calls-1"), all);
        LedgerFile.Head head = LedgerFile.Head.read(path, 1);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            for (int from = LedgerFile.Head.BYTES; from < last; from++) {
                for (int to = from + 1; to <= last; to++) {
                    byte[] rest = without(all, from, to);
                    assertThatThrownBy(() -> new LedgerFile(path, head, file).read(rest))
                            .as("without %d to %d", from, to)
                            .isInstanceOf(FileLedger.DamagedException.class);
                }
            }
        }
        ends.add(LedgerFile.Head.BYTES);
        for (int from = 0; from < LedgerFile.Head.BYTES; from++) {
            for (int to : ends) {
                Files.write(path, without(all, from, to));
                isDamaged(directory, "calls-1", "without " + from + " to " + to);
            }
        }
    }

    private static byte[] without(byte[] all, int from, int to) {
        byte[] rest = Arrays.copyOf(all, all.length - (to - from));
        System.arraycopy(all, to, rest, from, all.length - to);
        return rest;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void refusesAFileOfWhichAnyBytesBeforeTheLastRecordWereChangedMovedOrAdded(long seed) throws Exception {
        List<Integer> ends = new ArrayList<>();
        byte[] all = fiveCalls(ends);
        int last = ends.get(ends.size() - 2);
        Random random = new Random(seed);
        Path directory = Files.createTempDirectory(folder, "range");
        for (int i = 0; i < 200; i++) {
            int from = random.nextInt(last);
            byte[] more = new byte[1 + random.nextInt(last - from)];
            if (random.nextBoolean()) {
                random.nextBytes(more);
            } else { // a copy of another place
                System.arraycopy(all, random.nextInt(all.length - more.length), more, 0, more.length);
            }
            boolean added = random.nextBoolean();
            byte[] damaged = Arrays.copyOf(all, all.length + (added ? more.length : 0));
            System.arraycopy(more, 0, damaged, from, more.length);
            if (added) {
                System.arraycopy(all, from, damaged, from + more.length, all.length - from);
            }
            if (!Arrays.equals(all, damaged)) {
                Files.write(directory.resolve("calls-1"), damaged);
                isDamaged(directory, "calls-1", "step " + i);
            }
        }
    }

    /** Fills four files. */
    private void fourFiles() throws IOException {
        try (FileLedger ledger = open(folder)) {
            for (int i = 0; i < 4; i++) {
                ledger.begin("call " + i);
                ledger.answered("call " + i, answer(i));
                millis.addAndGet(HOUR.toMillis() / 7);
            }
        }
        assertThat(folder.resolve("calls-4")).exists();
    }

    @Test
    void refusesFilesThatWereSwapped() throws Exception {
        fourFiles();
        Path second = folder.resolve("calls-2");
        byte[] two = Files.readAllBytes(second);
        Files.copy(folder.resolve("calls-3"), second, StandardCopyOption.REPLACE_EXISTING);
        Files.write(folder.resolve("calls-3"), two);
        isDamaged(folder, "calls-2", "swapped");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void refusesALedgerOfWhichAnOlderFileIsMissing(int number) throws Exception {
        fourFiles();
        Files.delete(folder.resolve("calls-" + number));
        isDamaged(folder, "calls-" + number, "missing");
    }

    /** Each older file may end only where the next one says, also if it is cut between two records. */
    @Test
    void refusesAnOlderFileThatWasCutAtAnyByte() throws Exception {
        fourFiles();
        byte[] all = Files.readAllBytes(folder.resolve("calls-2"));
        for (int length = 0; length < all.length; length++) {
            Files.write(folder.resolve("calls-2"), Arrays.copyOf(all, length));
            isDamaged(folder, "calls-2", length + " bytes");
        }
        Files.write(folder.resolve("calls-2"), Arrays.copyOf(all, all.length + 1));
        isDamaged(folder, "calls-2", "a byte more");
        Files.write(folder.resolve("calls-2"), all);
        open(folder).close();
    }

    /** Records expire by the clock, but a file is missed only if the newest one says that it was needed. */
    @Test
    void opensWithoutTheFilesThatHaveExpired() throws Exception {
        fourFiles();
        millis.addAndGet(HOUR.toMillis());
        try (FileLedger ledger = open(folder)) {
            assertThat(ledger.begin("call 0")).isTrue();
            assertThat(folder.resolve("calls-1")).doesNotExist();
            assertThat(folder.resolve("calls-4")).doesNotExist();
        }
        Files.write(folder.resolve("calls-4"), Files.readAllBytes(folder.resolve("calls-5")));
        isDamaged(folder, "calls-4", "a copy under another name");
        Files.delete(folder.resolve("calls-4"));
        millis.addAndGet(-HOUR.toMillis());
        try (FileLedger ledger = open(folder)) {
            assertThat(ledger.begin("call 0")).isFalse();
        }
    }

    /** An answer may be what a caller has sent, such as bytes of a file. */
    @Test
    void isNotMisledByAnAnswerThatHasTheBytesOfAnotherFile() throws Exception {
        byte[] other = fiveCalls(new ArrayList<>());
        long before;
        try (FileLedger ledger = open(folder)) {
            ledger.begin("a");
            before = Files.size(folder.resolve("calls-1"));
            ledger.answered("a", other);
        }
        byte[] all = Files.readAllBytes(folder.resolve("calls-1"));
        Files.write(folder.resolve("calls-1"), Arrays.copyOf(all, all.length - 1));
        try (FileLedger ledger = open(folder)) {
            assertThat(ledger.answer("a")).isNull();
            assertThat(folder.resolve("calls-1")).hasSize(before);
        }
    }

    @Test
    void readsNoAnswerThatWasDamagedAfterTheLedgerWasOpened() throws Exception {
        try (FileLedger ledger = open(folder)) {
            ledger.begin("a");
            long at = Files.size(folder.resolve("calls-1"));
            ledger.answered("a", answer(1));
            byte[] all = Files.readAllBytes(folder.resolve("calls-1"));
            for (long i = at; i < all.length; i++) {
                byte[] damaged = all.clone();
                damaged[(int) i] ^= 1;
                Files.write(folder.resolve("calls-1"), damaged);
                assertThatThrownBy(() -> ledger.answer("a")).isInstanceOf(FileLedger.DamagedException.class);
            }
            Files.write(folder.resolve("calls-1"), all);
            assertThat(ledger.answer("a")).isEqualTo(answer(1));
        }
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
        AtomicInteger capacity = new AtomicInteger(LedgerFile.Head.BYTES + 70);
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
        AtomicInteger capacity = new AtomicInteger(LedgerFile.Head.BYTES + 110);
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
        try (FileLedger ledger = FileLedger.open(folder, HOUR, sync, MUCH)) {
            assertThat(ledger.begin("a")).isTrue();
            ledger.answered("a", answer(1));
        }
        try (FileLedger ledger = FileLedger.open(folder)) {
            assertThat(ledger.answer("a")).isEqualTo(answer(1));
        }
    }
}
