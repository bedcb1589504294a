package dev.wherry.mobility.internal.parcels;

import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.InboundDefinitions;
import dev.wherry.internal.wire.OutboundDefinitions;
import dev.wherry.mobility.internal.parcels.Parcel.Defined;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import java.util.Arrays;
import java.util.BitSet;

/** The definitions of both sides of a channel, and how many of them were received. For any thread. */
@SuppressWarnings("EnumOrdinal") // the order of kinds is the wire's
final class ChannelDefinitions {
    /** The most bytes of definitions that one workspace may have. */
    private static final long MOST_DEFINITIONS = 8 << 20;

    private final OutboundDefinitions ours = new OutboundDefinitions();
    private final InboundDefinitions theirs = new InboundDefinitions(new InboundCapacity(MOST_DEFINITIONS).share());
    private final BitSet received = new BitSet();
    private volatile int known;
    private volatile int peerKnows;

    int number(Definition definition) {
        return ours.number(definition);
    }

    /** Returns how many of this side's definitions the peer has received, counted from the first, without a gap. */
    int peerKnows() {
        return peerKnows;
    }

    /** Returns how many definitions this side has. */
    int count() {
        return ours.count();
    }

    Defined defined(int number) {
        Definition definition = ours.get(number);
        byte[] said = new byte[definition.content().length + 1];
        said[0] = (byte) definition.kind().ordinal();
        System.arraycopy(definition.content(), 0, said, 1, said.length - 1);
        return new Defined(number, said);
    }

    /** Returns how many of the peer's definitions were received, counted from the first, without a gap. */
    int known() {
        return known;
    }

    Definition get(int number) {
        return theirs.get(number);
    }

    /** Returns the memory that codecs keep for them. */
    InboundDefinitions.CodecMemory codecMemory() {
        return theirs.codecMemory();
    }

    void learn(Parcel parcel) {
        if (!parcel.all().defined().isEmpty()) {
            learn(parcel.all().defined());
        }
        if (parcel.known() > peerKnows) {
            confirmed(parcel.known());
        }
    }

    private synchronized void confirmed(int count) {
        peerKnows = Math.max(peerKnows, count);
    }

    private synchronized void learn(Iterable<Defined> several) {
        for (Defined each : several) {
            if (!isRepeated(each)) { // parcels that were sent at the same time repeat definitions
                theirs.define(each.number(), new In(each.said()));
                received.set(each.number());
            }
        }
        known = received.nextClearBit(0);
    }

    @SuppressWarnings("EnumOrdinal") // as above
    private boolean isRepeated(Defined defined) {
        if (defined.number() < 0 || !received.get(defined.number())) {
            return false;
        }
        Definition before = theirs.get(defined.number());
        byte[] said = defined.said();
        return said.length > 0
                && said[0] == before.kind().ordinal()
                && Arrays.equals(said, 1, said.length, before.content(), 0, before.content().length);
    }
}
