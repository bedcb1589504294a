package dev.wherry.codec;

import dev.wherry.spi.CodecException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stack for hashing keys that refer to what is around them: a user's class that hashes that as well does so without end. It
 * visits all on its way each time round, and goes round a few dozen times here; thousands of times on a usual stack.
 */
public final class SmallStack {
    private static final long BYTES = 128 << 10;

    private SmallStack() {}

    /** The result of {@code work}; what it throws, this throws. */
    public static <T extends @Nullable Object> T call(Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread thread = new Thread(null, task, "wherry-keys", BYTES);
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            throw CodecException.limit(
                    "keys that refer to objects around them, and no memory for a stack", "graphDepth");
        }
        return DeepStack.result(task, thread);
    }
}
