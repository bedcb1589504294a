package dev.wherry.internal.session;

import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.util.BitSet;

/** The sending side of a lane, the same at both ends: one whole message at a time, by whoever makes it. */
final class LaneWriter {
    /** What is kept of a buffer from message to message. */
    private static final int KEPT = 1 << 12;

    private final Link link;
    private final BitSet defined = new BitSet();
    private final Out prefix = new Out(64);

    LaneWriter(Link link) {
        this.link = link;
    }

    /** Writes a message that is ended, after what it uses and this lane has not carried yet. */
    void write(OutboundMessage message) throws IOException {
        prefix.reset(KEPT);
        message.definitions(defined, prefix);
        if (prefix.size() > 0) {
            link.write(prefix.array(), 0, prefix.size());
        }
        link.write(message.out().array(), 0, message.out().size());
    }
}
