package dev.wherry.internal.wire;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Out;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The numbers of this side's definitions in one session. Each link keeps a record of which ones it has sent. For any thread. */
@SuppressWarnings("EnumOrdinal") // the order of the kinds is part of the protocol
public final class OutboundDefinitions {
    /** The most definitions of one side of a session. */
    public static final int MOST = 4_096;

    private final ConcurrentMap<Definition, Integer> numbers = new ConcurrentHashMap<>();
    /** Guarded by this. */
    private final List<Definition> byNumber = new ArrayList<>();

    /**
     * Returns the number of a definition, which gets one if it has none.
     *
     * @throws CodecException if the session has as many as it may
     */
    public int number(Definition definition) {
        Integer known = numbers.get(definition);
        return known != null ? known : add(definition);
    }

    private synchronized int add(Definition definition) {
        Integer known = numbers.get(definition);
        if (known != null) {
            return known;
        }
        int number = byNumber.size();
        if (number == MOST) {
            throw CodecException.limit(
                    "more than " + MOST + " methods and types in one session; look it up again for a new one",
                    "definitions");
        }
        byNumber.add(definition);
        numbers.put(definition, number);
        return number;
    }

    /** Returns how many definitions have a number. */
    public int count() {
        return numbers.size();
    }

    /** Returns the definition of a number that {@link #number} has returned. */
    public synchronized Definition get(int number) {
        return byNumber.get(number);
    }

    /** Writes the Define frame of a number that {@link #number} has returned. */
    public void write(int number, Out out) {
        Definition definition = get(number);
        int start = Frame.begin(out, Frame.DEFINE, 0, number);
        out.writeByte(definition.kind().ordinal());
        out.write(definition.content(), 0, definition.content().length);
        Frame.end(out, start);
    }
}
