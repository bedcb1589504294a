package dev.wherry.codec.library;

import dev.wherry.codec.DeepStack;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/** Libraries that serve one value at a time and take long to make: some are kept. One that has failed is not used again. */
public final class Lent implements Library {
    private static final int MOST_KEPT = 2 * Runtime.getRuntime().availableProcessors();

    private final IntFunction<Library> maker;
    private final Map<Integer, BlockingQueue<Library>> byDepth = new ConcurrentHashMap<>();

    /** @param maker of one that reads values of up to that depth; the ones for writing are never asked */
    public Lent(IntFunction<Library> maker) {
        this.maker = maker;
    }

    private BlockingQueue<Library> kept(int depth) {
        return byDepth.computeIfAbsent(depth, _ -> new ArrayBlockingQueue<>(MOST_KEPT));
    }

    private Library take(int depth) {
        Library free = kept(depth).poll();
        return free != null ? free : maker.apply(depth);
    }

    @Override
    public void write(Object value, Writing to) throws Throwable {
        Library library = take(DeepStack.SHALLOW);
        library.write(value, to);
        kept(DeepStack.SHALLOW).offer(library);
    }

    @Override
    public Object read(Reading from) throws Throwable {
        Library library = take(from.depth());
        Object value = library.read(from);
        kept(from.depth()).offer(library);
        return value;
    }
}
