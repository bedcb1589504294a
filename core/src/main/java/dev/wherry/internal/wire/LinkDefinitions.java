package dev.wherry.internal.wire;

import dev.wherry.spi.In;

/**
 * The definitions that one link carries. It may bring one that the session has: a new link has to. But those that it brings
 * again have a limit, until it brings a call or an answer: else a peer could have them read without end. By its reader.
 */
public final class LinkDefinitions {
    private final InboundDefinitions session;
    /** Bytes of those that the session had, since the last message. */
    private long again;

    public LinkDefinitions(InboundDefinitions session) {
        this.session = session;
    }

    /** Takes a Define frame in. */
    public void define(long number, In body) {
        int size = InboundDefinitions.size(body.remaining());
        if (session.define(number, body)) {
            return;
        }
        again += size;
        if (again > InboundDefinitions.MOST_UNUSED) {
            throw ProtocolException.limit("Definitions of more than " + InboundDefinitions.MOST_UNUSED
                    + " bytes came again, on a link that carried no call between them");
        }
    }

    /** A frame of this type has come. */
    public void before(int type) {
        if (again != 0 && (type == Frame.CALL || type == Frame.REPLY || type == Frame.FAILURE)) {
            again = 0;
        }
    }
}
