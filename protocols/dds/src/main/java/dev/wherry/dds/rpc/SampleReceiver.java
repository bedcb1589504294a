package dev.wherry.dds.rpc;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DdsLog;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleSink;
import dev.wherry.dds.engine.WaitSet;
import dev.wherry.dds.engine.WaitSet.Change;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A thread that hands the samples of all readers of a participant to their sinks, which never block. It runs quick calls itself. If one
 * takes long after all, another thread goes on to receive, and the first one ends with its call.
 */
public final class SampleReceiver implements AutoCloseable {
    /** Taken from one reader before the others get their turn. */
    private static final int AT_ONCE = 64;

    /** How often it is checked whether lent readers are used. */
    private static final long LENT = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LOOK_MILLIS = 10;

    /** Another thread receives, while the call of this one still runs. */
    private static final long SUBSTITUTED = 2;

    private final WaitSet waitSet;
    private final String name;
    private final Map<Reader, SampleSink> sinks = new ConcurrentHashMap<>();
    private final Map<Reader, ReplyReceiver> lent = new ConcurrentHashMap<>();
    private final AtomicInteger substituted = new AtomicInteger();
    private volatile Receiving current;
    private volatile @Nullable CallWatch watch; // set once, guarded by this
    private boolean closed; // guarded by this

    /** @param name of the thread */
    public SampleReceiver(Participant participant, String name) {
        waitSet = participant.waitSet();
        this.name = name;
        current = new Receiving(name);
    }

    public void start() {
        current.start();
    }

    /**
     * Logs the policies of writers that keep them from being received by a reader.
     *
     * @param sender what sends to the reader, for messages
     */
    public void reportMismatches(Reader reader, String sender) {
        watch(reader, Change.INCOMPATIBLE, () -> {
            String policy = reader.incompatible();
            DdsLog.ofPeer(
                    Level.WARNING,
                    () -> sender + " is not received: its " + policy
                            + " does not fit what is set here. Set the same policies and types at both ends",
                    null);
        });
    }

    /** Has the receiving thread report the number of writers of a reader when it has changed. */
    void reportMatches(Reader reader, IntConsumer to) {
        watch(reader, Change.MATCHED, () -> to.accept(reader.matched()));
    }

    private void watch(Reader reader, Change change, Runnable action) {
        waitSet.watch(reader, change, () -> {
            try {
                action.run();
            } catch (DdsException e) {
                DdsLog.LOG.log(Level.DEBUG, "A change was not read", e); // the reader is being closed
            }
        });
    }

    public void add(Reader reader, SampleSink sink) {
        lent.remove(reader);
        sinks.put(reader, sink);
        waitSet.attach(reader);
    }

    /** Forgets a reader, which the caller closes. */
    public void remove(Reader reader) {
        lent.remove(reader);
        sinks.remove(reader);
    }

    /** Leaves a reader to threads that wait for its samples, until they take none any more. */
    void lend(Reader reader, ReplyReceiver to) {
        sinks.remove(reader);
        waitSet.detach(reader);
        lent.put(reader, to);
        waitSet.wakeUp();
    }

    /**
     * Runs a call on the calling thread, the receiving one, as soon as its sample is released. Returns false on another thread, and while
     * a call that took long after all still runs on an earlier receiving thread.
     */
    static boolean runHere(Runnable call) {
        return Thread.currentThread() instanceof Receiving receiving && receiving.runNext(call);
    }

    /** A thread that receives until another one does. */
    private final class Receiving extends Thread {
        /** When the call began that runs on this thread, an odd number; {@link CallWatch#NONE} if none does; {@link #SUBSTITUTED}. */
        final AtomicLong since = new AtomicLong(CallWatch.NONE);

        @Nullable
        Runnable next;

        Receiving(String name) {
            super(name);
            setDaemon(true);
        }

        @Override
        public void run() {
            List<Reader> ready = new ArrayList<>();
            boolean open = true;
            while (open && isMine()) {
                try {
                    ready.clear();
                    open = waitSet.await(lent.isEmpty() ? Long.MAX_VALUE : LENT, ready::add);
                    ready.forEach(this::take);
                    lent.values().forEach(ReplyReceiver::checkUse);
                } catch (RuntimeException | Error e) { // ends this thread for no sample
                    DdsLog.ofPeer(Level.ERROR, () -> "Receiving samples failed", e);
                    LockSupport.parkNanos(PAUSE); // the failure may last
                }
            }
        }

        private boolean isMine() {
            return equals(current);
        }

        private boolean runNext(Runnable call) {
            if (substituted.get() > 0) {
                return false;
            }
            next = call;
            return true;
        }

        private void take(Reader reader) {
            SampleSink sink = sinks.get(reader);
            try {
                for (int i = 0; sink != null && i < AT_ONCE && isMine() && reader.take(sink, 1) > 0; i++) {
                    runNext();
                }
            } catch (DdsException e) {
                if (e.kind() != DdsException.Kind.CLOSED) {
                    throw e;
                }
            }
        }

        private void runNext() {
            Runnable call = next;
            if (call == null) {
                return;
            }
            next = null;
            since.set(System.nanoTime() | 1);
            CallWatch watching = watch;
            (watching == null ? watch() : watching).began();
            try {
                call.run();
            } finally {
                if (since.getAndSet(CallWatch.NONE) == SUBSTITUTED) {
                    substituted.decrementAndGet();
                }
            }
        }
    }

    private synchronized CallWatch watch() {
        CallWatch watching = watch;
        if (watching == null) {
            watching = new CallWatch(name + "-watch", () -> current.since.get(), this::substitute);
            watch = watching;
            if (closed) {
                watching.close();
            }
        }
        return watching;
    }

    /** Has another thread receive, as the call that began then has not ended. */
    private synchronized void substitute(long since) {
        if (!closed && current.since.compareAndSet(since, SUBSTITUTED)) {
            substituted.incrementAndGet();
            current = new Receiving(name);
            current.start();
        }
    }

    /** Receives no more. Returns when the thread has ended or runs a call, unless it is the calling thread. */
    @Override
    public void close() {
        Receiving receiving;
        synchronized (this) {
            closed = true;
            receiving = current;
            CallWatch watching = watch;
            if (watching != null) {
                watching.close();
            }
        }
        waitSet.wakeUp();
        waitSet.close();
        boolean interrupted = false;
        while (receiving.isAlive()
                && !receiving.equals(Thread.currentThread())
                && receiving.since.get() == CallWatch.NONE) {
            try {
                receiving.join(LOOK_MILLIS); // it may have one more call to run
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
