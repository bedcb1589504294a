package dev.wherry.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * System calls of Linux that the JDK does not offer, made through {@code syscall}. Native functions are linked after all other
 * checks have passed, so a JVM without permission for native access prints no warning.
 */
final class Linux {
    /** For {@link #open}: a descriptor that names a file without touching it. */
    static final int PATH_ONLY = 0x20_0000;

    static final int READ_WRITE = 2;
    static final int SEALS = 0x1 | 0x2 | 0x4; // no further seals, no shrinking, no growing

    /** The time limit of a sleep that possibly nobody ends: a tenth of a second, in the form of the kernel. */
    static final MemorySegment AWHILE = Arena.global().allocateFrom(JAVA_LONG, 0, 100_000_000);

    private static final int CLOSE_ON_EXEC = 0x8_0000;
    private static final int CURRENT_FOLDER = -100;
    private static final int NEW_FILE_ALONE = 0600;
    private static final int NAMELESS = 0x40_0000; // with the flag for folders, which differs
    private static final int MEMORY_FLAGS = 0x1 | 0x2; // closed on exec, allows sealing
    private static final int ADD_SEALS = 1033;
    private static final int GET_SEALS = 1034;
    private static final int WAIT = 0; // not "private": two processes use the word
    private static final int WAKE = 1;
    private static final int ERRNO_AGAIN = 11;

    private static final Map<String, Numbers> ARCHITECTURES = Map.of(
            "amd64", new Numbers(319, 257, 3, 72, 202, 0x1_0000),
            "aarch64", new Numbers(279, 56, 57, 25, 98, 0x4000));

    private static final @Nullable String UNAVAILABLE = findOut();

    private Linux() {}

    private record Numbers(long memory, long open, long close, long control, long futex, int folder) {}

    /** Returns why these calls cannot be made here; null if they can. */
    static @Nullable String unavailable() {
        return UNAVAILABLE;
    }

    private static @Nullable String findOut() {
        String system = System.getProperty("os.name");
        String architecture = System.getProperty("os.arch");
        Module module = Linux.class.getModule();
        if (!"Linux".equals(system) || !ARCHITECTURES.containsKey(architecture)) {
            return "it needs Linux on one of " + ARCHITECTURES.keySet() + ", this is " + system + " on " + architecture;
        }
        if (!module.isNativeAccessEnabled()) {
            return "native access is not enabled. Start the JVM with --enable-native-access="
                    + (module.isNamed() ? module.getName() : "ALL-UNNAMED");
        }
        try {
            tryFutex();
            return null;
        } catch (IOException | RuntimeException | LinkageError e) {
            return "the system refuses it: " + e;
        }
    }

    /** Tries a futex now, because a filter of system calls may refuse it. */
    private static void tryFutex() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment word = arena.allocate(JAVA_INT);
            call("futex", Calls.NUMBERS.futex, word.address(), WAKE, 1, 0);
            long refused = Calls.call(Calls.NUMBERS.futex, word.address(), WAIT, 1, 0);
            if (refused != -ERRNO_AGAIN) {
                throw new IOException("futex waits although the word has changed: " + refused);
            }
        }
    }

    /** Returns a new descriptor of memory without a name; the kernel frees it after the last close. */
    static int memory(String name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long address = arena.allocateFrom(name).address();
            return (int) call("memfd_create", Calls.NUMBERS.memory, address, MEMORY_FLAGS, 0, 0);
        }
    }

    /** Returns a new descriptor of a file without a name, readable by its user alone; the kernel frees it after the last close. */
    static int nameless(String folder) throws IOException {
        return open(folder, NAMELESS | Calls.NUMBERS.folder | READ_WRITE);
    }

    static int open(String path, int flags) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long address = arena.allocateFrom(path).address();
            long all = flags | CLOSE_ON_EXEC;
            return (int) call("open of " + path, Calls.NUMBERS.open, CURRENT_FOLDER, address, all, NEW_FILE_ALONE);
        }
    }

    static void close(int descriptor) throws IOException {
        call("close", Calls.NUMBERS.close, descriptor, 0, 0, 0);
    }

    static void seal(int descriptor) throws IOException {
        call("sealing", Calls.NUMBERS.control, descriptor, ADD_SEALS, SEALS, 0);
    }

    static long seals(int descriptor) throws IOException {
        return call("asking for seals", Calls.NUMBERS.control, descriptor, GET_SEALS, 0, 0);
    }

    /** Sleeps until the word is woken. Returns at once if its value is not {@code seen}; may also return for other reasons. */
    static void sleep(MemorySegment word, int seen, MemorySegment atMost) {
        Calls.futex(word, WAIT, seen, atMost);
    }

    static void wake(MemorySegment word) {
        Calls.futex(word, WAKE, Integer.MAX_VALUE, MemorySegment.NULL);
    }

    private static long call(String what, long number, long a, long b, long c, long d) throws IOException {
        long result = Calls.call(number, a, b, c, d);
        if (result < 0) {
            throw new Failed(what, (int) -result);
        }
        return result;
    }

    /** A call has failed. */
    static final class Failed extends IOException {
        private static final long serialVersionUID = 1;

        static final int NO_SUCH_FILE = 2;
        static final int NOT_PERMITTED = 1;
        static final int PERMISSION_DENIED = 13;

        /** The system's number for the reason. */
        final int errno;

        Failed(String what, int errno) {
            super(what + " failed: " + reason(errno) + " (errno " + errno + ")");
            this.errno = errno;
        }

        private static String reason(int errno) {
            return switch (errno) {
                case NOT_PERMITTED -> "operation not permitted";
                case NO_SUCH_FILE -> "no such file or directory";
                case PERMISSION_DENIED -> "permission denied";
                case 12 -> "cannot allocate memory";
                case 23, 24 -> "too many open files";
                case 28 -> "no space left on device";
                case 30 -> "read-only file system";
                case 38 -> "function not implemented";
                default -> "the system refused it";
            };
        }
    }

    /** A class of its own, so that the first call links the native functions. */
    @SuppressWarnings("restricted") // used only when native access is enabled
    private static final class Calls {
        static final Numbers NUMBERS = numbers();

        private static final StructLayout STATE = Linker.Option.captureStateLayout();
        private static final long ERRNO = STATE.byteOffset(StructLayout.PathElement.groupElement("errno"));
        private static final MethodHandle CALL = link(
                FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                Linker.Option.captureCallState("errno"));
        private static final MethodHandle FUTEX =
                link(FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS));

        private static Numbers numbers() {
            Numbers found = ARCHITECTURES.get(System.getProperty("os.arch"));
            if (found == null) {
                throw new IllegalStateException("Called although unavailable: " + UNAVAILABLE);
            }
            return found;
        }

        private static MethodHandle link(FunctionDescriptor type, Linker.Option... more) {
            Linker linker = Linker.nativeLinker();
            Linker.Option[] options = Arrays.copyOf(more, more.length + 1);
            options[more.length] = Linker.Option.firstVariadicArg(1);
            return linker.downcallHandle(linker.defaultLookup().findOrThrow("syscall"), type, options);
        }

        /** The result, or the negative error number. */
        static long call(long number, long a, long b, long c, long d) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment state = arena.allocate(STATE);
                long result = (long) CALL.invokeExact(state, number, a, b, c, d);
                return result < 0 ? -state.get(JAVA_INT, ERRNO) : result;
            } catch (Throwable e) {
                throw thrown(e);
            }
        }

        static void futex(MemorySegment word, long operation, long value, MemorySegment atMost) {
            try {
                var _ = (long) FUTEX.invokeExact(NUMBERS.futex, word, operation, value, atMost);
            } catch (Throwable e) {
                throw thrown(e);
            }
        }

        /** The native function throws no exception; exceptions of the linker (for unmapped memory, for example) are rethrown. */
        private static RuntimeException thrown(Throwable e) {
            if (e instanceof Error error) {
                throw error;
            }
            return e instanceof RuntimeException exception ? exception : new IllegalStateException(e);
        }
    }
}
