package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;

/** Asks the kernel about the TCP connections of this process, whatever its libraries have set. */
public final class Tcp {
    private static final Path FILES = Path.of("/proc/self/fd");
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_NODELAY = 1;
    /** The part of the kernel's {@code struct tcp_info} that is used here. */
    private static final int TCP_INFO = 11;

    private static final int SIZE_OF_INFO = 156;
    private static final int STATE = 0;
    private static final int DATA_SEGMENTS_IN = 152;
    private static final int ESTABLISHED = 1;
    private static final int LISTENING = 10;
    /** The larger of the two kinds of address; both have the port at the same place. */
    private static final int SIZE_OF_ADDRESS = 28;

    private static final int PORT = 2;
    private static final ValueLayout.OfShort PORTS = ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
    /** So many that a segment which is sent again does not matter. */
    private static final int CALLS = 100;

    private static final MethodHandle GETSOCKOPT = function(
            "getsockopt",
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.ADDRESS);

    private static final MethodHandle GETSOCKNAME =
            function("getsockname", ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);

    private Tcp() {}

    @SuppressWarnings("restricted") // the flags of a peer allow its program native access
    private static MethodHandle function(String name, MemoryLayout... parameters) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, parameters));
    }

    /** Uses the file of a socket and the kernel's information about it. */
    private interface Look {
        void at(int file, MemorySegment info) throws Throwable;
    }

    /**
     * Returns whether TCP_NODELAY is set on the connections that were accepted, or on those that were made: "on",
     * "off", "off+on" if they differ, or "none" if there are none.
     */
    static String noDelay(boolean accepted) throws IOException {
        Set<Short> listening = new HashSet<>();
        forEach(LISTENING, (file, info) -> listening.add(port(file)));
        Set<String> seen = new TreeSet<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(ValueLayout.JAVA_INT);
            forEach(ESTABLISHED, (file, info) -> {
                if (listening.contains(port(file)) == accepted && get(file, TCP_NODELAY, value)) {
                    seen.add(value.get(ValueLayout.JAVA_INT, 0) == 0 ? "off" : "on");
                }
            });
        }
        return seen.isEmpty() ? "none" : String.join("+", seen);
    }

    /**
     * Returns how many segments with data are received for a call, if each message fits into one and nobody else calls.
     */
    public static long segmentsReceivedFor(Callable<?> call) throws Exception {
        // The first call of a connection may differ.
        call.call();
        long before = segmentsReceived();
        for (int i = 0; i < CALLS; i++) {
            call.call();
        }
        return Math.round((segmentsReceived() - before) / (double) CALLS);
    }

    private static long segmentsReceived() throws IOException {
        long[] sum = {0};
        forEach(
                ESTABLISHED,
                (file, info) -> sum[0] += Integer.toUnsignedLong(info.get(ValueLayout.JAVA_INT, DATA_SEGMENTS_IN)));
        return sum[0];
    }

    private static void forEach(int state, Look look) throws IOException {
        try (Arena arena = Arena.ofConfined();
                DirectoryStream<Path> files = Files.newDirectoryStream(FILES)) {
            MemorySegment info = arena.allocate(SIZE_OF_INFO, Integer.BYTES);
            for (Path path : files) {
                int file = Integer.parseInt(path.getFileName().toString());
                if (get(file, TCP_INFO, info) && info.get(ValueLayout.JAVA_BYTE, STATE) == state) {
                    look.at(file, info);
                }
            }
        } catch (IOException | RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    private static short port(int file) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(SIZE_OF_ADDRESS, Integer.BYTES);
            MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, SIZE_OF_ADDRESS);
            // For a socket that is closed meanwhile it stays 0, and nothing else can be read.
            int ignored = (int) GETSOCKNAME.invokeExact(file, address, length);
            return address.get(PORTS, PORT);
        }
    }

    /** Returns whether the file has the option. A file that is not a TCP socket, or is closed meanwhile, has not. */
    private static boolean get(int file, int option, MemorySegment value) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, (int) value.byteSize());
            return (int) GETSOCKOPT.invokeExact(file, IPPROTO_TCP, option, value, length) == 0;
        }
    }
}
