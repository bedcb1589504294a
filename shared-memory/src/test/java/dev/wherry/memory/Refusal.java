package dev.wherry.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** A filter of system calls, as containers have them. Of this thread, for good. */
final class Refusal {
    private static final int SET_NO_NEW_PRIVILEGES = 38;
    private static final int SET_FILTER = 22;
    private static final long FILTER = 2;
    private static final int REFUSED = 0x5_0000 | 1; // with the error "not permitted"
    private static final int ALLOWED = 0x7fff_0000;

    private Refusal() {}

    /** From now on {@code memfd_create} is not permitted. */
    static void ofMemory() throws Throwable {
        int number = System.getProperty("os.arch").equals("amd64") ? 319 : 279;
        MethodHandle control = Linker.nativeLinker()
                .downcallHandle(
                        Linker.nativeLinker().defaultLookup().findOrThrow("prctl"),
                        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG),
                        Linker.Option.firstVariadicArg(1));
        Arena arena = Arena.global();
        MemorySegment program = arena.allocate(4 * 8, 8);
        step(program, 0, 0x20, 0, 0, 0); // load the call's number
        step(program, 1, 0x15, 0, 1, number); // if it is not this one, skip a step
        step(program, 2, 0x06, 0, 0, REFUSED);
        step(program, 3, 0x06, 0, 0, ALLOWED);
        MemorySegment filter = arena.allocate(16, 8);
        filter.set(JAVA_SHORT, 0, (short) 4);
        filter.set(ADDRESS, 8, program);
        check((int) control.invokeExact(SET_NO_NEW_PRIVILEGES, 1L, MemorySegment.NULL, 0L, 0L));
        check((int) control.invokeExact(SET_FILTER, FILTER, filter, 0L, 0L));
    }

    private static void step(MemorySegment program, int index, int code, int then, int otherwise, int value) {
        long at = 8L * index;
        program.set(JAVA_INT, at, code | then << 16 | otherwise << 24);
        program.set(JAVA_INT, at + 4, value);
    }

    private static void check(int result) {
        if (result != 0) {
            throw new IllegalStateException("The filter is refused: " + result);
        }
    }
}
