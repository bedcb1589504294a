package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one message whose identity is kept. They are numbered in the order in which the message first has
 * them.
 */
@SuppressWarnings("ReferenceEquality") // identity is the point
final class IdentityTable {
    /**
     * Up to this number, comparing with each object is faster than a hash table. Most messages have few such objects.
     */
    private static final int FEW = 8;

    private static final int[] NO_TABLE = {};

    private @Nullable Object[] objects = new @Nullable Object[FEW];
    private long[] open = {0};
    private int count;
    private int[] table = NO_TABLE;

    /** Returns the number of a known object, or the complement of the number that a new one gets. */
    int number(Object object) {
        if (count <= FEW) {
            for (int i = 0; i < count; i++) {
                if (objects[i] == object) {
                    return i;
                }
            }
            return add(object);
        }
        int index = index(object);
        int found = table[index];
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
                table[index(object)] = count;
            }
        }
        return ~number;
    }

    private int index(Object object) {
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
            table[index(Objects.requireNonNull(objects[i]))] = i + 1;
        }
    }

    int count() {
        return count;
    }

    /** Removes the objects since there were {@code count} of them: their bytes were dropped too. */
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

    /** Returns whether the object is still being written, so that a second appearance is a cycle. */
    boolean isOpen(int number) {
        return (open[number >>> 6] & (1L << number)) != 0;
    }
}
