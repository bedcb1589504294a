package dev.wherry.internal.loop;

import org.jspecify.annotations.Nullable;

/**
 * A thread of Wherry's own that reads links, and serves calls in between. Interrupts are for the call: one that comes when
 * there is none, from whoever has kept the thread, would have the JDK close the link that is being read, and with it other
 * callers' calls. Locals and context are not those of what makes it, which may be a thread in which tasks have left some.
 */
public class ServingThread extends Thread {
    private final String ownName;
    private final @Nullable ClassLoader ownContext;
    private final Object gate = new Object();
    /** Reset, and read for an interrupt, under the gate. */
    private volatile boolean inCall;

    /** @param task null: what {@link #run} is overridden with */
    @SuppressWarnings({"ThreadPriorityCheck", "this-escape"}) // not the priority of its maker; only Thread sees it
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

    /** The calling thread, whichever it is, takes up a call. */
    public static void beginCall() {
        if (Thread.currentThread() instanceof ServingThread own) {
            own.inCall = true;
        }
    }

    /** It is done with it. Interrupts that are left are not for what the thread does next. */
    public static void endCall() {
        if (Thread.currentThread() instanceof ServingThread own) {
            synchronized (own.gate) {
                own.inCall = false;
            }
            own.restore();
        }
        Thread.interrupted();
    }

    /** Takes back what a method has changed of the thread: the next call may be another client's. */
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
