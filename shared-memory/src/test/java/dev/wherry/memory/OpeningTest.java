package dev.wherry.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.internal.wire.Nonce;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that a hostile peer may offer instead of the memory. */
@EnabledOnOs(OS.LINUX)
class OpeningTest {
    private static final int CAPACITY = 4096;
    private static final Nonce OTHER = new Nonce(1, 2);

    private NewMemory made;

    @TempDir
    Path folder;

    @BeforeEach
    void make() throws IOException {
        made = NewMemory.make(CAPACITY);
    }

    @AfterEach
    void free() {
        made.descriptor().close();
        made.memory().arena().close();
    }

    private MemoryOffer offer() {
        return made.offer();
    }

    private static void assertRefused(MemoryOffer offer, String message) {
        assertThatThrownBy(() -> MemoryLink.open(offer, Waiting.ASLEEP))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }

    private MemoryOffer with(long process, int descriptor) {
        return new MemoryOffer(process, descriptor, offer().size(), offer().mark(), offer().answer());
    }

    @Test
    void writesTheAnswerIntoMemoryThatIsRight() throws Exception {
        assertThat(made.memory().nonce(Layout.ANSWER)).isNotEqualTo(offer().answer());
        MemoryLink.open(offer(), Waiting.ASLEEP).close();
        assertThat(made.memory().nonce(Layout.ANSWER)).isEqualTo(offer().answer());
    }

    /** Without the rights of this process, as where that is not dumpable. */
    @Test
    void saysWhyThereIsNoPermission() throws Exception {
        List<String> command = List.of(
                "unshare",
                "--user",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Stranger.class.getName(),
                String.valueOf(offer().process()),
                String.valueOf(offer().descriptor()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            Requirement.missing("User namespaces, which may be switched off: " + said);
        }
        assertThat(said)
                .contains("/fd/" + offer().descriptor() + " failed: permission denied (errno 13)")
                .contains("Process " + offer().process() + " belongs to another user, or is not dumpable");
    }

    /** Opens what the process and descriptor of its arguments are said to offer. */
    static final class Stranger {
        public static void main(String[] arguments) {
            MemoryOffer offer = new MemoryOffer(
                    Long.parseLong(arguments[0]), Integer.parseInt(arguments[1]), Layout.size(CAPACITY), OTHER, OTHER);
            try {
                MemoryLink.open(offer, Waiting.ASLEEP);
                System.out.println("opened");
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void leavesAnotherFileOfOursAlone() throws Exception {
        Path file = Files.write(folder.resolve("precious"), new byte[(int) offer().size()]);
        Descriptor aimed = new Descriptor(Linux.open(file.toString(), Linux.READ_WRITE));
        try (aimed) {
            assertRefused(with(offer().process(), aimed.number), "not shared memory: " + file);
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(new byte[(int) offer().size()]);
    }

    @Test
    void neverOpensAPipeThatWouldKeepItWaiting() throws Exception {
        Process process = new ProcessBuilder("mkfifo", folder.resolve("fifo").toString()).start();
        assertThat(process.waitFor()).isZero();
        try (Descriptor aimed = new Descriptor(Linux.open(folder.resolve("fifo").toString(), Linux.PATH_ONLY))) {
            assertRefused(with(offer().process(), aimed.number), "not shared memory");
        }
    }

    @Test
    void refusesOtherMemoryOfItsOwnName() throws Exception {
        NewMemory other = NewMemory.make(CAPACITY);
        try (Descriptor aimed = other.descriptor()) {
            assertRefused(with(offer().process(), aimed.number), "differs from the offer");
            assertThat(other.memory().nonce(Layout.ANSWER)).as("untouched").isEqualTo(new Nonce(0, 0));
        } finally {
            other.memory().arena().close();
        }
    }

    @Test
    void refusesAWrongMark() {
        MemoryOffer wrong =
                new MemoryOffer(offer().process(), offer().descriptor(), offer().size(), OTHER, offer().answer());
        assertRefused(wrong, "differs from the offer");
    }

    @Test
    void refusesMemoryThatCouldBeTakenAway() throws Exception {
        NewMemory unsealed = NewMemory.make(CAPACITY, new Descriptor(Linux.memory("wherry")), false);
        try (Descriptor descriptor = unsealed.descriptor()) {
            assertThat(descriptor.number).isEqualTo(unsealed.offer().descriptor());
            assertRefused(unsealed.offer(), "that is not sealed");
        } finally {
            unsealed.memory().arena().close();
        }
    }

    @Test
    void refusesMemoryOfAnotherUser() throws Exception {
        if (Opening.user() != 0) {
            Requirement.missing("Only root can give a file away");
        }
        Files.setAttribute(made.descriptor().path(), "unix:uid", 12_345);
        assertRefused(offer(), "memory of user 12345 to one of user 0");
    }

    @ParameterizedTest
    @ValueSource(
            longs = {0, -1, 4096, 12_287, 12_289, 4096 + 2 * 5000, 4096 + 2 * (1L << 25), Long.MIN_VALUE, Long.MAX_VALUE
            })
    void refusesASizeThatNoTwoRingsFill(long size) {
        MemoryOffer wrong =
                new MemoryOffer(offer().process(), offer().descriptor(), size, offer().mark(), offer().answer());
        assertRefused(wrong, "no two rings have this size");
    }

    @Test
    void refusesAnotherSizeThanItFinds() {
        long twice = Layout.size(2 * CAPACITY);
        MemoryOffer wrong =
                new MemoryOffer(offer().process(), offer().descriptor(), twice, offer().mark(), offer().answer());
        assertRefused(wrong, "offers " + twice + " bytes of memory where there are " + offer().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 1 << 20})
    void refusesADescriptorThatNobodyHas(int descriptor) {
        assertRefused(with(offer().process(), descriptor), "has closed the offered memory");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, Long.MIN_VALUE, Long.MAX_VALUE})
    void refusesAProcessThatIsNone(long process) {
        assertRefused(with(process, offer().descriptor()), "has closed the offered memory");
    }

    /** The file changes between two checks. Only this exception is thrown, and nothing stays mapped. */
    @Test
    void bearsAFileThatComesAndGoes() throws Exception {
        NewMemory file = NewMemory.make(CAPACITY, new Descriptor(Linux.nameless("/dev/shm")), false);
        AtomicBoolean stop = new AtomicBoolean();
        try (Descriptor descriptor = file.descriptor();
                FileChannel peers = FileChannel.open(descriptor.path(), StandardOpenOption.WRITE)) {
            CompletableFuture<Void> playing = CompletableFuture.runAsync(() -> play(peers, file.offer(), stop));
            int opened = 0;
            for (int i = 0; i < 10_000; i++) {
                try {
                    Opening.open(file.offer()).arena().close();
                    opened++;
                } catch (IOException e) {
                    assertThat(e).hasMessageMatching(".* of memory where there are .*|.*differs from the offer");
                }
            }
            stop.set(true);
            playing.get(60, TimeUnit.SECONDS);
            assertThat(opened).isBetween(1, 9_999);
        } finally {
            stop.set(true);
            file.memory().arena().close();
        }
        assertThat(Files.readString(Path.of("/proc/self/maps"))).doesNotContain("/dev/shm/#");
    }

    private static void play(FileChannel file, MemoryOffer offer, AtomicBoolean stop) {
        try {
            while (!stop.get()) {
                file.truncate(0);
                file.write(offer.mark().bytes(), Layout.MARK);
                file.write(ByteBuffer.allocate(1), offer.size() - 1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
