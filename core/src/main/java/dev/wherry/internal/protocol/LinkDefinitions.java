package dev.wherry.internal.protocol;

import java.util.BitSet;

/** Which definitions one link has carried. Guarded by whoever guards the order of the link's frames. */
public final class LinkDefinitions {
    private final BitSet carried = new BitSet();

    public boolean has(int number) {
        return carried.get(number);
    }

    public void add(int number) {
        carried.set(number);
    }
}
