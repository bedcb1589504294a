package dev.wherry.internal.wire;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import org.jspecify.annotations.Nullable;

/**
 * What the peer has defined in this session, by its numbers. Every link may define again, but only the same. They take
 * from the room of all sessions, and those that nothing has used yet have a limit of their own. For any thread.
 */
@SuppressWarnings("EnumOrdinal") // the order is the wire's, and says so
public final class InboundDefinitions implements AutoCloseable {
    /** Bytes of all definitions of a session: far above what interfaces and their types need. */
    private static final long MOST_CONTENT = 8 << 20;

    /** Those of some messages that come one after another, before any of them is decoded. */
    static final long MOST_UNUSED = 512 << 10;

    /** Of one session, which are not counted: as much as it costs itself. */
    private static final long SPARED = 4 << 10;

    /** What one takes beside its content. */
    private static final int OBJECTS = 100;

    private final InboundCapacity.Share room;
    private final KeptMeanings kept;
    private final Definitions<Given> byNumber = new Definitions<>();
    private volatile int count;

    // Guarded by this.
    private long bytes;
    private long unused;

    private static final class Given {
        final Definition definition;
        /** Written under the lock; one who reads too little takes that and looks again. */
        boolean used;

        Given(Definition definition) {
            this.definition = definition;
        }

        int bytes() {
            return definition.content().length;
        }
    }

    public InboundDefinitions(InboundCapacity.Share room) {
        this.room = room;
        kept = new KeptMeanings(room);
    }

    /** What codecs keep for these definitions. */
    public KeptMeanings kept() {
        return kept;
    }

    public Definition get(int number) {
        Given found = byNumber.get(number);
        if (found == null) {
            throw CodecException.malformed(
                    "definition " + Integer.toUnsignedString(number) + " is used and was not given");
        }
        if (!found.used) {
            use(found);
        }
        return found.definition;
    }

    private synchronized void use(Given given) {
        if (!given.used) {
            given.used = true;
            unused -= given.bytes();
        }
    }

    /** What a reader made of the definition of this number; null if it was not met before. */
    public @Nullable Object meaning(int number, Object reader) {
        Given found = byNumber.get(number);
        return found == null ? null : found.definition.meaning(reader);
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** Takes a Define frame in. True if its definition is new to the session. */
    public boolean define(long number, In body) {
        if (number < 0 || number >= OutboundDefinitions.MOST) {
            throw ProtocolException.limit(
                    "Definition " + number + ": a session has at most " + OutboundDefinitions.MOST);
        }
        int kind = body.readByte();
        if (kind >= Definition.Kind.values().length || body.remaining() > Definition.LONGEST) {
            throw ProtocolException.breach("A definition of kind " + kind + " with " + body.remaining()
                    + " bytes; at most " + Definition.LONGEST);
        }
        Definition said = new Definition(Definition.Kind.values()[kind], body.readBytes(body.remaining()));
        Definition before = putIfAbsent((int) number, new Given(said));
        if (before != null && !before.equals(said)) {
            throw ProtocolException.breach("Definition " + number + " was given before, with other content");
        }
        return before == null;
    }

    /** What a definition whose content has so many bytes takes. */
    static int size(int content) {
        return content + OBJECTS;
    }

    private synchronized @Nullable Definition putIfAbsent(int number, Given given) {
        Given before = byNumber.get(number);
        if (before != null) {
            return before.definition;
        }
        int size = size(given.bytes());
        if (bytes + size > MOST_CONTENT) {
            throw ProtocolException.limit("Definitions of more than " + MOST_CONTENT + " bytes in one session");
        }
        if (unused + given.bytes() > MOST_UNUSED) {
            throw ProtocolException.limit("Definitions of more than " + MOST_UNUSED + " bytes that no call has used");
        }
        if (bytes + size > SPARED && !room.take(size)) {
            throw ProtocolException.limit("A definition was refused: " + room.isFull());
        }
        bytes += size;
        unused += given.bytes();
        count = count + 1;
        byNumber.putIfAbsent(number, given);
        return null;
    }

    @Override
    public void close() {
        room.close();
        byNumber.forEach(given -> given.definition.forget());
    }
}
