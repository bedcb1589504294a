package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.wherry.dds.types.Representation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/** An entity of the C library, known by a number. The library accepts numbers of deleted entities and refuses the call. */
final class Entity {
    final int handle;
    final String what;
    final UseCount uses;

    /**
     * @param what such as "the writer of the topic 'Echo'"
     * @param free runs once, after the entity is deleted and unused
     * @param freed is notified afterwards
     */
    Entity(int handle, String what, Runnable free, Consumer<Entity> freed) {
        this.handle = handle;
        this.what = what;
        uses = new UseCount(what, () -> {
            free.run();
            freed.accept(this);
        });
    }

    /** Deletes the entity, unless it is closed. Threads that are blocked in it return. */
    void close() {
        uses.close(() -> delete(handle));
    }

    /** Deletes an entity that may be deleted already. */
    static void delete(int handle) {
        Functions.DELETE.tryCode(handle);
    }

    byte[] guid() {
        uses.enter();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment guid = arena.allocate(Layouts.GUID_SIZE);
            Functions.GET_GUID.check("Reading the GUID of " + what, handle, guid);
            return guid.toArray(JAVA_BYTE);
        } finally {
            uses.exit();
        }
    }

    /** Returns the return code of a function of the library, whose result it has written to the segment. */
    interface Status {
        int read(int entity, MemorySegment to);
    }

    /** @param status reads the matched status of this kind of entity */
    int matched(Status status) {
        return count(status, Layouts.MATCHED_CURRENT);
    }

    /** @param status reads the liveliness status of this kind of entity */
    int alive(Status status) {
        return count(status, Layouts.LIVELINESS_ALIVE);
    }

    private int count(Status status, long offset) {
        uses.enter();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment read = arena.allocate(Layouts.MATCHED_SIZE, 8);
            int code = status.read(handle, read);
            if (code < 0) {
                throw ReturnCodes.failed("Reading a status of " + what, "dds_get_..._status", code);
            }
            return read.get(JAVA_INT, offset);
        } finally {
            uses.exit();
        }
    }

    /**
     * Returns the policy that kept the last other end from matching; empty if none was.
     *
     * @param status the function that reads the incompatible status of this kind of entity
     */
    String incompatible(NativeFunction status) {
        uses.enter();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment seen = arena.allocate(Layouts.INCOMPATIBLE_SIZE, 8);
            status.check("Reading the incompatible status of " + what, handle, seen);
            return seen.get(JAVA_INT, Layouts.INCOMPATIBLE_COUNT) == 0
                    ? ""
                    : PolicyNames.of(seen.get(JAVA_INT, Layouts.INCOMPATIBLE_POLICY));
        } finally {
            uses.exit();
        }
    }

    /** Returns the first representation of a writer: the one in which it sends. */
    @SuppressWarnings("restricted") // reads one id of a list that is not empty
    static Representation representation(int writer) {
        MemorySegment qos = QosFunctions.CREATE.pointer();
        try (Arena arena = Arena.ofConfined()) {
            Functions.GET_QOS.check("Reading the policies of a writer", writer, qos);
            MemorySegment count = arena.allocate(JAVA_INT);
            MemorySegment list = arena.allocate(ADDRESS);
            boolean set = (boolean) QosFunctions.GET_REPRESENTATION.call(qos, count, list);
            if (!set || count.get(JAVA_INT, 0) < 1) {
                return Representation.XCDR1;
            }
            MemorySegment ids = list.get(ADDRESS, 0);
            short first = ids.reinterpret(JAVA_SHORT.byteSize()).get(JAVA_SHORT, 0);
            QosFunctions.FREE.call(ids);
            return NativeQos.representation(first);
        } finally {
            QosFunctions.DELETE.call(qos);
        }
    }
}
