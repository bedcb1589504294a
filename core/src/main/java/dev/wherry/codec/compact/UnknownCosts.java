package dev.wherry.codec.compact;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Which objects of one message lead to a reference whose cost their bytes do not tell: to an object that was not whole, or to one
 * that hashes by its identity, of which a user's class may hash the fields instead.
 */
final class UnknownCosts {
    /** How often there was such a reference, or one to an object that leads to such. */
    int references;

    private @Nullable BitSet leading;

    /** Takes note of a reference to an object that is not whole. */
    void referToOpen() {
        references++;
    }

    /** Takes note of a reference to an object that is whole, or was where it ended. */
    void referToEnded(int id, boolean hashesByIdentity) {
        if (hashesByIdentity || (leading != null && leading.get(id))) {
            references++;
        }
    }

    /** Takes note of the end of an object in which there was such a reference. */
    void ended(int id) {
        if (leading == null) {
            leading = new BitSet();
        }
        leading.set(id);
    }
}
