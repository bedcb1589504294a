package dev.wherry.internal.loop;

import org.jspecify.annotations.Nullable;

/**
 * A thread that reads links and serves calls in between. An interrupt is for a call. Code that has kept the thread may interrupt
 * it after its call. The JDK would then close the link that the thread reads, with the calls of other callers. So the thread
 * ignores interrupts between calls. It does not inherit locals or context of its creator, where tasks may have left some.
 */
public class ServingThread extends Thread {
    private final String ownName;
    private final @Nullable ClassLoader ownContext;
    private final Object gate = new Object();
    /** Reset under the gate, and read there for an interrupt. */
    private volatile boolean inCall;

    /** @param task null if {@link #run} is overridden */
    @SuppressWarnings({"ThreadPriorityCheck", "this-escape"}) // not the priority of its creator; only Thread sees it
    public ServingThread(@Nullable Runnable task, String name, Watcher watcher) {
        super(null, task, name, 0, false);
        ownName = name;
        ownContext = watcher.contextLoader();
        setContextClassLoader(ownContext);
        setPriority(NORM_PRIORITY);
        setDaemon(true);
    }

    @Override
    public final void interrupt() {
        synchronized (gate) {
            if (inCall) {
                super.interrupt();
            }
        }
    }

    /** Called by any thread before it runs a call. */
    public static void beginCall() {
        if (Thread.currentThread() instanceof ServingThread own) {
            own.inCall = true;
        }
    }

    /** Called by any thread after it has run a call. Clears an interrupt, which is not for what the thread does next. */
    public static void endCall() {
        if (Thread.currentThread() instanceof ServingThread own) {
            synchronized (own.gate) {
                own.inCall = false;
            }
            own.restore();
        }
        Thread.interrupted();
    }

    /** Restores what a method has changed of the thread: the next call may be another client's. */
    @SuppressWarnings({"ReferenceEquality", "ThreadPriorityCheck"}) // whether they were set, if only to the same
    private void restore() {
        if (getName() != ownName) {
            setName(ownName);
        }
        if (getPriority() != NORM_PRIORITY) {
            setPriority(NORM_PRIORITY);
        }
        if (getContextClassLoader() != ownContext) {
            setContextClassLoader(ownContext);
        }
        if (getUncaughtExceptionHandler() != getThreadGroup()) {
            setUncaughtExceptionHandler(null);
        }
    }
}
