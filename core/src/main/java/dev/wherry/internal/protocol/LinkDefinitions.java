package dev.wherry.internal.protocol;

import dev.wherry.spi.In;
import java.util.BitSet;

/** The definitions that one link has carried: each once, so that a peer cannot have the same one read without end. By its reader. */
public final class LinkDefinitions {
    private final InboundDefinitions session;
    private final BitSet carried = new BitSet();

    public LinkDefinitions(InboundDefinitions session) {
        this.session = session;
    }

    /** Takes a Define frame in. */
    public void define(long number, In body) {
        if (number >= 0 && number < OutboundDefinitions.MOST && carried.get((int) number)) {
            throw ProtocolException.breach("Definition " + number + " came twice on one link");
        }
        session.define(number, body);
        carried.set((int) number);
    }
}
