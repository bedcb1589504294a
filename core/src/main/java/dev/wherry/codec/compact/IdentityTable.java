package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The objects of one message whose identity is kept, numbered in the order in which they were met. */
@SuppressWarnings("ReferenceEquality") // identity is the point
final class IdentityTable {
    /** Up to this many a look at each beats a hash table: most messages hold few such objects. */
    private static final int FEW = 8;

    private static final int[] NO_TABLE = {};

    private @Nullable Object[] objects = new @Nullable Object[FEW];
    private long[] open = {0};
    private int count;
    private int[] table = NO_TABLE;

    /** The number of an object that was met before, or the complement of the one it gets now. */
    int number(Object object) {
        if (count <= FEW) {
            for (int i = 0; i < count; i++) {
                if (objects[i] == object) {
                    return i;
                }
            }
            return add(object);
        }
        int id = id(object);
        int found = table[id];
        return found != 0 ? found - 1 : add(object);
    }

    private int add(Object object) {
        if (count == objects.length) {
            if (count > Integer.MAX_VALUE / 4) {
                throw CodecException.limit(count + " shared objects", "graphObjects");
            }
            objects = Arrays.copyOf(objects, 2 * count);
            open = Arrays.copyOf(open, (2 * count + 63) >>> 6);
        }
        int number = count++;
        objects[number] = object;
        if (count > FEW) {
            if (2 * count > table.length) {
                rebuild();
            } else {
                table[id(object)] = count;
            }
        }
        return ~number;
    }

    private int id(Object object) {
        int mask = table.length - 1;
        int at = ((System.identityHashCode(object) * 0x9E3779B9) >>> 7) & mask;
        while (table[at] != 0 && objects[table[at] - 1] != object) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void rebuild() {
        table = new int[Integer.highestOneBit(count) * 8];
        for (int i = 0; i < count; i++) {
            table[id(Objects.requireNonNull(objects[i]))] = i + 1;
        }
    }

    int count() {
        return count;
    }

    /** Drops what was met since there were {@code count}: its bytes were dropped too. */
    void forget(int count) {
        if (count < this.count) {
            Arrays.fill(objects, count, this.count, null);
            for (int number = count; number < this.count; number++) {
                close(number);
            }
            this.count = count;
            if (count > FEW) {
                rebuild();
            }
        }
    }

    void open(int number) {
        open[number >>> 6] |= 1L << number;
    }

    void close(int number) {
        open[number >>> 6] &= ~(1L << number);
    }

    /** Whether the object is still being written: who meets it now has found a cycle. */
    boolean isOpen(int number) {
        return (open[number >>> 6] & (1L << number)) != 0;
    }
}
