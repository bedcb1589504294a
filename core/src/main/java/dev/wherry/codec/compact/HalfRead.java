package dev.wherry.codec.compact;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Which objects of one message lead to one that was referred to before it was whole, so that their bytes do not tell what
 * hashing them costs. Those that hash by their identity do not count, nor do references to them.
 */
final class HalfRead {
    /** How often there was a reference to an object that was not whole, or to one that leads to such. */
    int references;

    private boolean referred;
    private @Nullable BitSet leading;

    /** Whether there was no reference to an object that was not whole. */
    boolean isEmpty() {
        return !referred;
    }

    /** Takes note of a reference to an object that is not whole. */
    void refer() {
        references++;
        referred = true;
    }

    /** Takes note of a reference to an object that is whole, or was where it ended. */
    void referToEnded(int slot) {
        if (leading != null && leading.get(slot)) {
            references++;
        }
    }

    /** Takes note of the end of an object in which there were references, since there were so many. */
    void ended(int slot, int before, boolean hashesByIdentity) {
        if (hashesByIdentity) {
            references = before; // hashing what holds it leads no further
            return;
        }
        if (leading == null) {
            leading = new BitSet();
        }
        leading.set(slot);
    }
}
