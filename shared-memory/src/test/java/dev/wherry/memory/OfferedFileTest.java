package dev.wherry.memory;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.internal.wire.Nonce;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OfferedFileTest {
    private static final int USER = 1000;
    private static final int SIZE = 12_288;
    private static final String MEMORY = "/memfd:wherry (deleted)";
    private static final MemoryOffer OFFER = new MemoryOffer(1, 2, SIZE, new Nonce(3, 4), new Nonce(5, 6));

    @ParameterizedTest
    @ValueSource(strings = {MEMORY, "/dev/shm/#17 (deleted)"})
    void acceptsWhatAMakerMakes(String name) {
        assertThatCode(() -> new OfferedFile(name, USER, 0, SIZE).check(USER, OFFER))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/passwd",
                "/home/me/.ssh/authorized_keys",
                "/dev/null",
                "/dev/shm/#17",
                "/dev/shm/other (deleted)",
                "/dev/shm/#17/../../../etc/passwd (deleted)",
                "/home/dev/shm/#17 (deleted)",
                "/memfd:wherry",
                "/memfd:wherry2 (deleted)",
                "/memfd:other (deleted)",
                "socket:[17]",
                "pipe:[17]",
                "anon_inode:[eventpoll]"
            })
    void refusesAnyOtherName(String name) {
        assertThatThrownBy(() -> new OfferedFile(name, USER, 0, SIZE).check(USER, OFFER))
                .isInstanceOf(IOException.class)
                .hasMessage("The peer offers a file that is not shared memory: " + name);
    }

    @Test
    void refusesAnotherUsers() {
        assertThatThrownBy(() -> new OfferedFile(MEMORY, 0, 0, SIZE).check(USER, OFFER))
                .isInstanceOf(IOException.class)
                .hasMessage("The peer offers memory of user 0 to one of user 1000");
    }

    @Test
    void refusesAFileWithAName() {
        assertThatThrownBy(() -> new OfferedFile(MEMORY, USER, 1, SIZE).check(USER, OFFER))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a file that has a name");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, SIZE - 1, SIZE + 1})
    void refusesAnotherSize(long size) {
        assertThatThrownBy(() -> new OfferedFile(MEMORY, USER, 0, size).check(USER, OFFER))
                .isInstanceOf(IOException.class)
                .hasMessage("The peer offers 12288 bytes of memory where there are " + size);
    }
}
