package dev.wherry.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class NewMemoryTest {
    private static final int CAPACITY = 4096;

    @Test
    void keepsItsSizeWhateverThePeerTries() throws Exception {
        NewMemory made = NewMemory.make(CAPACITY);
        try (Descriptor descriptor = made.descriptor();
                FileChannel peer =
                        FileChannel.open(descriptor.path(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            assertThatThrownBy(() -> peer.truncate(0)).isInstanceOf(IOException.class);
            assertThatThrownBy(() ->
                            peer.write(ByteBuffer.allocate(1), made.offer().size()))
                    .isInstanceOf(IOException.class);
            assertThat(peer.size()).isEqualTo(made.offer().size());
        } finally {
            made.memory().arena().close();
        }
    }

    @Test
    void makesAFileOfNoNameThatIsItsUsersAloneWhereThereIsNoMemory() throws Exception {
        List<Path> before = shared();
        NewMemory made = NewMemory.make(CAPACITY, new Descriptor(Linux.nameless("/dev/shm")), false);
        try (Descriptor descriptor = made.descriptor()) {
            assertThat(shared()).isEqualTo(before);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(descriptor.path())))
                    .isEqualTo("rw-------");
            Memory opened = Opening.open(made.offer());
            opened.segment().set(ValueLayout.JAVA_BYTE, Layout.RINGS, (byte) 7);
            assertThat(made.memory().segment().get(ValueLayout.JAVA_BYTE, Layout.RINGS))
                    .isEqualTo((byte) 7);
            opened.arena().close();
        } finally {
            made.memory().arena().close();
        }
    }

    private static List<Path> shared() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
            return files.filter(file -> file.toString().contains("wherry")
                            || file.toString().contains("#"))
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, 2048, 4097, 12_288, 1 << 25})
    void refusesACapacityThatIsNone(int capacity) {
        assertThatThrownBy(() -> NewMemory.make(capacity))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected a power of two from 4096 to 16777216");
    }
}
