package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The functions that each sample passes: called without boxing. The library calls an encoded sample a serdata. */
final class SampleFunctions {
    private static final MethodHandle FROM_BYTES = Library.link(
            "ddsi_serdata_from_ser_iov",
            FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS, JAVA_LONG));
    private static final MethodHandle WRITE =
            Library.link("dds_writecdr", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle FORWARD =
            Library.link("dds_forwardcdr", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle TAKE = Library.link(
            "dds_takecdr", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle SIZE =
            Library.link("ddsi_serdata_size", FunctionDescriptor.of(JAVA_INT, ADDRESS), Linker.Option.critical(false));
    private static final MethodHandle COPY = Library.link(
            "ddsi_serdata_to_ser",
            FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS),
            Linker.Option.critical(true));
    private static final MethodHandle UNREF = Library.link("ddsi_serdata_unref", FunctionDescriptor.ofVoid(ADDRESS));
    private static final MethodHandle WAIT =
            Library.link("dds_waitset_wait", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG));

    private static final MethodHandle PUBLICATION_MATCHED =
            Library.link("dds_get_publication_matched_status", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle SUBSCRIPTION_MATCHED =
            Library.link("dds_get_subscription_matched_status", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));

    /** The bytes that one call copies: the garbage collector has to wait for it. */
    private static final int CHUNK = 256 * 1024;

    private SampleFunctions() {}

    /** Links all functions, so that the missing ones are known. */
    static void link() {}

    /** Returns an encoded sample, of which the library has checked that it is a value of the type; NULL if it is not. */
    static MemorySegment fromBytes(MemorySegment type, int kind, MemorySegment vector, long size) {
        try {
            return (MemorySegment) FROM_BYTES.invokeExact(type, kind, 1L, vector, size);
        } catch (Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    /** Sends a sample and releases it. */
    static int write(int writer, MemorySegment sample) {
        try {
            return (int) WRITE.invokeExact(writer, sample);
        } catch (Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    /** Sends a sample with the time and the status that are set in it, and releases it. */
    static int forward(int writer, MemorySegment sample) {
        try {
            return (int) FORWARD.invokeExact(writer, sample);
        } catch (Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    /** Takes one sample, which must be released. */
    static int take(int reader, MemorySegment slot, MemorySegment info, int states) {
        try {
            return (int) TAKE.invokeExact(reader, slot, 1, info, states);
        } catch (Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    /** Returns how many bytes a sample has, with its encapsulation header. */
    static long size(MemorySegment sample) {
        try {
            return Integer.toUnsignedLong((int) SIZE.invokeExact(sample));
        } catch (Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    /**
     * Copies the first bytes of a sample.
     *
     * @param size at most what {@link #size} returns
     */
    static void copy(MemorySegment sample, byte[] to, int size) {
        MemorySegment heap = MemorySegment.ofArray(to);
        try {
            for (int done = 0; done < size; done += CHUNK) {
                int next = Math.min(CHUNK, size - done);
                COPY.invokeExact(sample, (long) done, (long) next, heap.asSlice(done, next));
            }
        } catch (Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    static void release(MemorySegment sample) {
        try {
            UNREF.invokeExact(sample);
        } catch (Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    /** Waits, and writes what was attached with the entities that are triggered. Returns their number, which may be larger. */
    static int await(int waitSet, MemorySegment attachments, long capacity, long nanos) {
        try {
            return (int) WAIT.invokeExact(waitSet, attachments, capacity, nanos);
        } catch (Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    static int publicationMatched(int writer, MemorySegment to) {
        try {
            return (int) PUBLICATION_MATCHED.invokeExact(writer, to);
        } catch (Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    static int subscriptionMatched(int reader, MemorySegment to) {
        try {
            return (int) SUBSCRIPTION_MATCHED.invokeExact(reader, to);
        } catch (Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }
}
