package dev.wherry.codec.java;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs what nests too deep for the stack of an ordinary thread. */
final class LargeStack {
    private LargeStack() {}

    /** Waits for the result even if interrupted: the work is bounded, and an interrupt means the call, not its bytes. */
    static <T extends @Nullable Object> T call(long stackBytes, Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread.ofPlatform()
                .name("wherry-deep-value")
                .daemon()
                .stackSize(stackBytes)
                .start(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw cause(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException cause(ExecutionException failure) {
        return switch (failure.getCause()) {
            case Error error -> throw error;
            case RuntimeException thrown -> thrown;
            case null, default -> new IllegalStateException(failure); // a Supplier throws nothing else
        };
    }
}
