package dev.wherry.codec.library;

import dev.wherry.codec.DeepStack;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Libraries that serve one value at a time and take long to make: some are kept. One that has failed is used again, as a peer
 * that sends what cannot be read would otherwise have one made for each of its messages.
 */
public final class Lent implements Library {
    private static final int MOST_KEPT = 2 * Runtime.getRuntime().availableProcessors();
    private static final long MOST_RESIDUE = 1 << 20;

    private final IntFunction<Single> maker;
    private final Map<Integer, BlockingQueue<Single>> byDepth = new ConcurrentHashMap<>();

    /**
     * A library for one value at a time. It is ready for the next one whenever it returns, or throws anything but an error,
     * and then refers to nothing of the value.
     */
    public interface Single extends Library {
        /** About how many bytes of memory it holds for values that it has served, and cannot release. */
        long residue();
    }

    /** @param maker of one that reads values of up to that depth; the ones for writing are never asked */
    public Lent(IntFunction<Single> maker) {
        this.maker = maker;
    }

    @Override
    public void write(Object value, Writing to) throws Throwable {
        Single library = take(DeepStack.SHALLOW);
        @Nullable Throwable failure = null;
        try {
            library.write(value, to);
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            giveBack(library, DeepStack.SHALLOW, failure);
        }
    }

    @Override
    public Object read(Reading from) throws Throwable {
        Single library = take(from.depth());
        @Nullable Throwable failure = null;
        try {
            return library.read(from);
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            giveBack(library, from.depth(), failure);
        }
    }

    private BlockingQueue<Single> kept(int depth) {
        return byDepth.computeIfAbsent(depth, _ -> new ArrayBlockingQueue<>(MOST_KEPT));
    }

    private Single take(int depth) {
        Single free = kept(depth).poll();
        return free != null ? free : maker.apply(depth);
    }

    private void giveBack(Single library, int depth, @Nullable Throwable failure) {
        if (!Failures.hasError(failure) && library.residue() <= MOST_RESIDUE) {
            kept(depth).offer(library);
        }
    }
}
