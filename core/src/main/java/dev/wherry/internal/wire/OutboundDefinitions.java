package dev.wherry.internal.wire;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Out;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The numbers that this side has given, for the whole session; each link keeps for itself which it has carried. */
@SuppressWarnings("EnumOrdinal") // the order is the wire's, and says so
public final class OutboundDefinitions {
    /** Definitions of one side of a session at the most. */
    public static final int MOST = 4_096;

    private final ConcurrentMap<Definition, Integer> numbers = new ConcurrentHashMap<>();
    private final Definitions<Definition> byNumber = new Definitions<>();

    public int number(Definition definition) {
        Integer known = numbers.get(definition);
        return known != null ? known : give(definition);
    }

    private synchronized int give(Definition definition) {
        Integer known = numbers.get(definition);
        if (known != null) {
            return known;
        }
        int number = numbers.size();
        if (number == MOST) {
            throw CodecException.limit(
                    "more than " + MOST + " methods and types in one session; look it up again for a new one",
                    "definitions");
        }
        byNumber.putIfAbsent(number, definition);
        numbers.put(definition, number);
        return number;
    }

    /** How many were given. */
    public int count() {
        return numbers.size();
    }

    /** What has this number, which was given. */
    public Definition get(int number) {
        Definition definition = byNumber.get(number);
        if (definition == null) {
            throw new IllegalStateException("No definition has the number " + number);
        }
        return definition;
    }

    /** Writes the Define frame of a number that was given. */
    public void write(int number, Out out) {
        Definition definition = get(number);
        int start = Frame.begin(out, Frame.DEFINE, 0, number);
        out.writeByte(definition.kind().ordinal());
        out.write(definition.content(), 0, definition.content().length);
        Frame.end(out, start);
    }
}
