package dev.wherry.internal.wire;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;

/**
 * The part of a main link's Hello that is about going on with another link.
 *
 * @param windowMillis how long the writer's side of the session waits for one
 * @param endpoint that the session was opened with; {@link Id128#NONE} if the link opens a session
 * @param received the position up to which the writer has received everything
 */
public record ResumeOffer(int windowMillis, Id128 endpoint, long received) {
    static final int BYTES = 28;

    void write(Out out) {
        out.writeInt(windowMillis);
        endpoint.write(out);
        out.writeLong(received);
    }

    static ResumeOffer read(In in) {
        ResumeOffer offer = new ResumeOffer(in.readInt(), Id128.read(in), in.readLong());
        if (offer.windowMillis < 0 || offer.received < 0) {
            throw CodecException.malformed("an offer to resume " + offer);
        }
        return offer;
    }
}
