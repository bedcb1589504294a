package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import org.jspecify.annotations.Nullable;

/** Runs what nests deeply on a thread whose stack is large; the memory is only reserved until it is used. */
final class DeepStack {
    /** Nesting up to which the caller's own stack serves. */
    static final int SHALLOW = 400;

    private static final long BYTES = 1L << 30;

    private DeepStack() {}

    interface Work {
        @Nullable
        Object run();
    }

    /** The result of {@code work}; what it throws, this throws. Waits for it even if interrupted, and stays so. */
    static @Nullable Object run(Work work) {
        Run run = new Run(work);
        Thread thread = new Thread(null, run, "wherry-deep", BYTES);
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            throw CodecException.limit("nesting deeper than " + SHALLOW + ", and no memory for a stack", "graphDepth");
        }
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return run.result();
    }

    private static final class Run implements Runnable {
        private final Work work;
        private @Nullable Object result;
        private @Nullable Throwable thrown;

        Run(Work work) {
            this.work = work;
        }

        @Override
        public void run() {
            try {
                result = work.run();
            } catch (RuntimeException | Error e) {
                thrown = e;
            }
        }

        @Nullable
        Object result() {
            if (thrown instanceof RuntimeException e) {
                throw e;
            }
            if (thrown instanceof Error e) {
                throw e;
            }
            return result;
        }
    }
}
