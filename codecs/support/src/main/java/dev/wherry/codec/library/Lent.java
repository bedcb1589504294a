package dev.wherry.codec.library;

import dev.wherry.codec.DeepStack;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A pool of libraries that serve one value at a time and take long to make. A library that has failed is used again.
 * Otherwise a peer could force a new one with each malformed message.
 */
public final class Lent implements Library {
    private static final int MOST_KEPT = 2 * Runtime.getRuntime().availableProcessors();
    private static final long MOST_RESIDUE = 1 << 20;

    private final IntFunction<Single> maker;
    private final Map<Integer, BlockingQueue<Single>> byDepth = new ConcurrentHashMap<>();

    /**
     * A library for one value at a time. It is ready for the next value after it returns, or throws an exception that is not
     * an error. It then holds no reference to the value.
     */
    public interface Single extends Library {
        /** Returns an estimate of the bytes of memory that it still holds for earlier values. */
        long residue();
    }

    /** @param maker makes a library that reads values of up to a depth; for writing, the depth has no meaning */
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
