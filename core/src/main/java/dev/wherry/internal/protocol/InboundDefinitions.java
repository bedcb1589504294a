package dev.wherry.internal.protocol;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the peer has defined in this session, by its numbers. Every link may define again, but only the same. */
@SuppressWarnings("EnumOrdinal") // the order is the wire's, and says so
public final class InboundDefinitions {
    /** Far above what interfaces and their types need, on every link of a session. */
    private static final long MOST_BYTES = 8 << 20;

    private final AtomicLong bytes = new AtomicLong();
    private final Definitions byNumber = new Definitions();

    public Definition get(int number) {
        Definition found = byNumber.get(number);
        if (found == null) {
            throw CodecException.malformed(
                    "definition " + Integer.toUnsignedString(number) + " is used and was not given");
        }
        return found;
    }

    /** What the definition of this number was found to mean; null if it was not met before. */
    public @Nullable Object meaning(int number) {
        Definition found = byNumber.get(number);
        return found == null ? null : found.meaning();
    }

    /** Takes a Define frame in. */
    public void define(long number, In body) {
        if (number < 0 || number >= OutboundDefinitions.MOST) {
            throw ProtocolException.limit(
                    "Definition " + number + ": a session has at most " + OutboundDefinitions.MOST);
        }
        int kind = body.readByte();
        if (kind >= Definition.Kind.values().length || body.remaining() > Definition.LONGEST) {
            throw ProtocolException.breach("A definition of kind " + kind + " with " + body.remaining()
                    + " bytes; at most " + Definition.LONGEST);
        }
        if (bytes.addAndGet(body.remaining()) > MOST_BYTES) {
            throw ProtocolException.limit("Definitions of more than " + MOST_BYTES + " bytes in one session");
        }
        Definition said = new Definition(Definition.Kind.values()[kind], body.readBytes(body.remaining()));
        Definition before = byNumber.putIfAbsent((int) number, said);
        if (before == null) {
            return;
        }
        if (before.kind() != said.kind() || !Arrays.equals(before.content(), said.content())) {
            throw ProtocolException.breach("Definition " + number + " was given before, with other content");
        }
    }
}
