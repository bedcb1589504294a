package dev.wherry.testkit.hostile;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.internal.wire.Nonce;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.stream.Stream;

/** Shared memory of the right kind, name, owner, size and mark, which its creator can truncate. */
final class UnsealedMemory implements AutoCloseable {
    private static final int CAPACITY = 1 << 12;
    private static final int ANSWER = 16;
    private static final int MAKERS_TAIL = 512;
    private static final int OPENERS_TAIL = 1_024;
    private static final int RINGS = 4_096;
    private static final int SIZE = RINGS + 2 * CAPACITY;
    private static final int CLOSED_ON_EXEC_AND_SEALABLE = 3;

    private final FileChannel file;
    private final MemoryOffer offer;
    /** Whether the descriptor is separate from that of the channel. */
    private final boolean alone;

    private UnsealedMemory(FileChannel file, int descriptor, boolean alone) throws IOException {
        this.file = file;
        this.alone = alone;
        offer = new MemoryOffer(ProcessHandle.current().pid(), descriptor, SIZE, new Nonce(1, 2), new Nonce(3, 4));
        file.write(words(offer.mark().high(), offer.mark().low(), new long[SIZE / Long.BYTES - 2]), 0);
    }

    /** Creates memory without a name, by a system call. */
    static UnsealedMemory memory() throws IOException {
        int descriptor;
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle create = function("memfd_create", ADDRESS, JAVA_INT);
            descriptor = (int) create.invokeExact(arena.allocateFrom("wherry"), CLOSED_ON_EXEC_AND_SEALABLE);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        return new UnsealedMemory(open(Path.of("/proc/self/fd/" + descriptor)), descriptor, true);
    }

    private static MethodHandle function(String name, MemoryLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(JAVA_INT, arguments));
    }

    /** Creates a file that looks as if it never had a name. */
    static UnsealedMemory file() throws IOException {
        String digits = String.valueOf(UUID.randomUUID().getLeastSignificantBits() >>> 1);
        Path path = Files.createFile(Path.of("/dev/shm/#" + digits));
        try {
            FileChannel file = open(path);
            return new UnsealedMemory(file, descriptor(path), false);
        } finally {
            Files.delete(path);
        }
    }

    private static FileChannel open(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static int descriptor(Path path) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(each -> leadsTo(each, path))
                    .map(each -> Integer.parseInt(each.getFileName().toString()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static boolean leadsTo(Path descriptor, Path path) {
        try {
            return Files.readSymbolicLink(descriptor).equals(path);
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    private static ByteBuffer words(long first, long second, long... more) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * (2 + more.length)).order(ByteOrder.nativeOrder());
        bytes.putLong(first).putLong(second);
        bytes.asLongBuffer().put(more);
        return bytes.rewind();
    }

    MemoryOffer offer() {
        return offer;
    }

    /** Writes the first bytes from the creator to the connecting side. */
    void write(byte[] bytes) throws IOException {
        file.write(ByteBuffer.wrap(bytes), RINGS);
        send(bytes.length);
    }

    /** Claims that this number of bytes has been written. */
    void send(long written) throws IOException {
        ByteBuffer tail = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        file.write(tail.putLong(written).flip(), MAKERS_TAIL);
    }

    boolean isAnswered() {
        return word(OPENERS_TAIL) != 0;
    }

    boolean isUntouched() {
        return word(ANSWER) == 0;
    }

    private long word(long at) {
        ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        try {
            file.read(word, at);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return word.getLong(0);
    }

    /** Truncates the memory, so that access to a mapping of it fails. */
    void cutOff() throws IOException {
        file.truncate(0);
    }

    @Override
    public void close() throws IOException {
        file.close();
        if (alone) {
            try {
                var _ = (int) function("close", JAVA_INT).invokeExact(offer.descriptor());
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
