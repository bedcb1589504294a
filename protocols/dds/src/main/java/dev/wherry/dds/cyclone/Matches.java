package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;

/** The readers that match a writer, and the writers that match a reader. */
final class Matches {
    /** How many are usual. If there are more, their numbers are read again. */
    private static final int USUAL = 16;

    private Matches() {}

    /**
     * Returns the participants of the matching entities, by the numbers of these entities in this process.
     *
     * @param numbers reads the numbers
     * @param description returns the description of the entity with a number; NULL if it has left
     */
    @SuppressWarnings("restricted") // reads structures whose layout the library has fixed
    static Map<Long, String> of(Entity entity, NativeFunction numbers, NativeFunction description) {
        entity.uses.enter();
        try (Arena arena = Arena.ofConfined()) {
            String what = "Reading what matches " + entity.what;
            MemorySegment found = arena.allocate(JAVA_LONG, USUAL);
            int count = numbers.check(what, entity.handle, found, (long) USUAL);
            if (count > USUAL) {
                int space = count;
                found = arena.allocate(JAVA_LONG, space);
                count = Math.min(space, numbers.check(what, entity.handle, found, (long) space));
            }
            Map<Long, String> participants = new LinkedHashMap<>();
            for (int i = 0; i < count; i++) {
                long number = found.getAtIndex(JAVA_LONG, i);
                MemorySegment described = description.pointer(entity.handle, number);
                if (described.address() != 0) {
                    MemorySegment endpoint = described.reinterpret(Layouts.BUILTIN_ENDPOINT_SIZE);
                    participants.put(number, BuiltinTopic.guid(endpoint, Layouts.BUILTIN_ENDPOINT_PARTICIPANT));
                    Functions.FREE_ENDPOINT.call(described);
                }
            }
            return participants;
        } finally {
            entity.uses.exit();
        }
    }
}
