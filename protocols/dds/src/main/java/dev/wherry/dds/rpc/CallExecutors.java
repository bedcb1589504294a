package dev.wherry.dds.rpc;

import dev.wherry.dds.DdsOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** The threads that run the calls of a listener, by its policy. Started at the first call. */
final class CallExecutors implements AutoCloseable {
    private final DdsOptions options;
    private final List<ExecutorService> all = new ArrayList<>();
    private @Nullable ExecutorService shared;
    private boolean closed;

    CallExecutors(DdsOptions options) {
        this.options = options;
    }

    /** Returns whether calls that were seen to be quick may run on the thread that receives them. */
    boolean mayRunQuickCallsHere() {
        return options.threading() == DdsOptions.Threading.VIRTUAL;
    }

    /** Returns the executor for one more service. */
    synchronized ExecutorService ofService(String name) {
        if (options.threading() == DdsOptions.Threading.PER_SERVICE) {
            return add(Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("wherry-dds-" + name).factory()));
        }
        if (shared == null) {
            shared = add(create());
        }
        return shared;
    }

    private ExecutorService create() {
        var platform = Thread.ofPlatform().daemon().name("wherry-dds-call-", 0).factory();
        return switch (options.threading()) {
            case VIRTUAL ->
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("wherry-dds-call-", 0).factory());
            case SINGLE, PER_SERVICE -> Executors.newSingleThreadExecutor(platform);
            case POOL -> Executors.newFixedThreadPool(options.poolSize(), platform);
        };
    }

    private ExecutorService add(ExecutorService created) {
        if (closed) {
            created.shutdownNow();
        }
        all.add(created);
        return created;
    }

    /** Ends the executor of a service that has no calls any more, if it is its own. */
    synchronized void left(ExecutorService executor) {
        if (options.threading() == DdsOptions.Threading.PER_SERVICE) {
            executor.shutdown();
            all.remove(executor);
        }
    }

    /** Interrupts the calls that run, and starts no more. */
    @Override
    public synchronized void close() {
        closed = true;
        all.forEach(ExecutorService::shutdownNow);
    }
}
