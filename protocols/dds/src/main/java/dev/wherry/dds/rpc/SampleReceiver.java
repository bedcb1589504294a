package dev.wherry.dds.rpc;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleSink;
import dev.wherry.dds.engine.WaitSet;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A thread that hands the samples of all readers of a participant to their sinks, which never block and run no code of the program. */
public final class SampleReceiver implements AutoCloseable {
    /** Taken from one reader before the others get their turn. */
    private static final int AT_ONCE = 64;

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

    private final WaitSet waitSet;
    private final Map<Reader, SampleSink> sinks = new ConcurrentHashMap<>();
    private final Thread thread;
    private volatile boolean closed;

    public SampleReceiver(Participant participant, String name) {
        waitSet = participant.waitSet();
        thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    public void add(Reader reader, SampleSink sink) {
        sinks.put(reader, sink);
        waitSet.attach(reader);
    }

    /** Forgets a reader, which the caller closes. */
    public void remove(Reader reader) {
        sinks.remove(reader);
    }

    private void run() {
        boolean open = true;
        while (open && !closed) {
            try {
                open = waitSet.await(Long.MAX_VALUE, this::take);
            } catch (RuntimeException e) {
                DdsLog.ofPeer(Level.ERROR, () -> "Receiving samples failed", e);
                LockSupport.parkNanos(PAUSE); // the failure may last
            }
        }
    }

    private void take(Reader reader) {
        SampleSink sink = sinks.get(reader);
        if (sink == null) {
            return;
        }
        try {
            reader.take(sink, AT_ONCE);
        } catch (DdsException e) {
            if (e.kind() != DdsException.Kind.CLOSED) {
                throw e;
            }
        }
    }

    /** Receives no more. Returns when the thread has ended, unless it is the calling thread. */
    @Override
    public void close() {
        closed = true;
        waitSet.wakeUp();
        waitSet.close();
        boolean interrupted = false;
        while (thread.isAlive() && !thread.equals(Thread.currentThread())) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
