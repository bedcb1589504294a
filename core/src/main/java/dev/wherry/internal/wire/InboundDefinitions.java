package dev.wherry.internal.wire;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The peer's definitions in one session, by their numbers. Each link may carry a definition again, but only with the same
 * content. They count against the capacity that all sessions share, and those that no call has used yet have a limit of their
 * own. For any thread.
 */
@SuppressWarnings("EnumOrdinal") // the order of the kinds is part of the protocol
public final class InboundDefinitions implements AutoCloseable {
    /** Bytes of all definitions of a session: far above what interfaces and their types need. */
    private static final long MOST_CONTENT = 8 << 20;

    /** Bytes of unused definitions: those of a few messages that are received one after another before one is decoded. */
    private static final long MOST_UNUSED = 512 << 10;

    /** Bytes of one session's definitions that are not counted: as much as the session itself takes. */
    private static final long SPARED = 4 << 10;

    /** Bytes of the objects that hold one definition, without its content. */
    private static final int OBJECTS = 100;

    private static final int FEW = 8;

    private final InboundCapacity.LinkShare capacity;
    private final CodecMemory codecMemory;
    /** Grows with the numbers, since most sessions have few. Written again after each element, for readers without the lock. */
    private volatile @Nullable Given[] byNumber = new Given[FEW];

    private volatile int count;

    // Guarded by this.
    private long bytes;
    private long unused;

    private static final class Given {
        final Definition definition;
        /** Written under the lock. A reader that sees an old value takes the lock and reads it again. */
        boolean used;

        Given(Definition definition) {
            this.definition = definition;
        }

        int bytes() {
            return definition.content().length;
        }
    }

    public InboundDefinitions(InboundCapacity.LinkShare capacity) {
        this.capacity = capacity;
        codecMemory = new CodecMemory(capacity);
    }

    /** Returns the memory that codecs keep for these definitions. */
    public CodecMemory codecMemory() {
        return codecMemory;
    }

    /**
     * Returns the definition of this number, which counts as used from now on.
     *
     * @throws CodecException if there is none
     */
    public Definition get(int number) {
        Given found = find(number);
        if (found == null) {
            throw CodecException.malformed(
                    "definition " + Integer.toUnsignedString(number) + " is used and was not given");
        }
        if (!found.used) {
            use(found);
        }
        return found.definition;
    }

    /** Returns what a reader made of the definition of this number; null if the reader has not met it. */
    public @Nullable Object meaning(int number, Object reader) {
        Given found = find(number);
        return found == null ? null : found.definition.meaning(reader);
    }

    private @Nullable Given find(int number) {
        @Nullable Given[] now = byNumber;
        return number >= 0 && number < now.length ? now[number] : null;
    }

    private synchronized void use(Given given) {
        if (!given.used) {
            given.used = true;
            unused -= given.bytes();
        }
    }

    /** Returns how many definitions there are. */
    public int count() {
        return count;
    }

    /** Reads a Define frame. True if its definition is new to the session. */
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
        Definition given = new Definition(Definition.Kind.values()[kind], body.readBytes(body.remaining()));
        Definition before = putIfAbsent((int) number, new Given(given));
        if (before != null && !before.equals(given)) {
            throw ProtocolException.breach("Definition " + number + " was given before, with other content");
        }
        return before == null;
    }

    /** Returns the memory of a definition whose content has so many bytes. */
    private static int size(int content) {
        return content + OBJECTS;
    }

    private synchronized @Nullable Definition putIfAbsent(int number, Given given) {
        Given before = find(number);
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
        if (bytes + size > SPARED && !capacity.take(size)) {
            throw ProtocolException.limit("A definition was refused: " + capacity.isFull());
        }
        bytes += size;
        unused += given.bytes();
        count = count + 1;
        @Nullable Given[] all = byNumber;
        if (number >= all.length) {
            all = Arrays.copyOf(all, Math.max(number + 1, 2 * all.length));
        }
        all[number] = given;
        byNumber = all;
        return null;
    }

    @Override
    public void close() {
        capacity.close();
        for (Given each : byNumber) {
            if (each != null) {
                each.definition.forget();
            }
        }
    }

    /**
     * Reads the Define frames of one link. A new link has to repeat definitions that the session has. The bytes that a link
     * repeats between two calls or answers are limited, because otherwise a peer could have them read without end. Used by
     * the link's reader.
     */
    public static final class OfLink {
        private final InboundDefinitions session;
        /** Bytes of repeated definitions since the last call or answer. */
        private long repeated;

        public OfLink(InboundDefinitions session) {
            this.session = session;
        }

        /** Reads a Define frame. */
        public void define(long number, In body) {
            int size = size(body.remaining());
            if (session.define(number, body)) {
                return;
            }
            repeated += size;
            if (repeated > MOST_UNUSED) {
                throw ProtocolException.limit("Definitions of more than " + MOST_UNUSED
                        + " bytes were sent again, on a link that carried no call between them");
            }
        }

        /** Called for each frame, before it is handled. */
        public void before(int type) {
            if (repeated != 0 && (type == Frame.CALL || type == Frame.REPLY || type == Frame.FAILURE)) {
                repeated = 0;
            }
        }
    }

    /**
     * Counts the memory that codecs keep for the definitions of one session, which may be far more than the definitions
     * themselves. It counts against the capacity that all sessions share. For any thread.
     */
    public static final class CodecMemory {
        /** Bytes: far above what the versions of an interface's types need. */
        static final long MOST = 8 << 20;

        private final InboundCapacity.LinkShare capacity;

        // Guarded by this. Weak keys, because classes may be unloaded before the session ends.
        private final Map<Object, Set<Integer>> byReader = new WeakHashMap<>();
        private final Map<Class<?>, Set<Integer>> byType = new WeakHashMap<>();
        private long bytes;

        CodecMemory(InboundCapacity.LinkShare capacity) {
            this.capacity = capacity;
        }

        /**
         * Counts the memory that a reader is about to keep for a definition, once for each reader and definition.
         *
         * @throws CodecException if there is not that much left
         */
        public synchronized void keep(int number, Object reader, long size) {
            Set<Integer> kept = byReader.computeIfAbsent(reader, none -> new HashSet<>());
            if (kept.contains(number)) {
                return;
            }
            if (size > MOST - bytes) {
                throw CodecException.limit(
                        "definitions of classes that take more than " + MOST + " bytes in one session",
                        "definitions of a session");
            }
            if (!capacity.take(size)) {
                throw CodecException.limit("a definition of a class: " + capacity.isFull(), "inboundBytes");
            }
            kept.add(number);
            bytes += size;
        }

        /** Returns how many definitions describe other versions of a class, including this one. */
        public synchronized int versions(int number, Class<?> type) {
            Set<Integer> numbers = byType.computeIfAbsent(type, none -> new HashSet<>());
            numbers.add(number);
            return numbers.size();
        }
    }
}
