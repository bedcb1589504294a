package dev.wherry.lab.peers.common;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/** One caller of a round. It calls again and again in its tempo, and takes the time of each call. */
final class Caller implements Runnable {
    static final long LONGEST = TimeUnit.MINUTES.toNanos(10);
    private static final int FAILURES_TO_STOP = 10;

    private final Service service;
    private final Operation.Task task;
    private final long calls;
    private final Tempo tempo;
    private final CountDownLatch ready;
    private final CountDownLatch start;
    private final CountDownLatch end;
    private final Histogram latencies;

    /** Another thread reads it while this one runs. */
    final AtomicLong going = new AtomicLong();

    long began;
    long ended;
    /** The time when all work that the calls began had ended. A one-way call ends after it was made. */
    long done;
    long answered;
    long failed;
    long missing;
    /** The jitter of the times of successive calls. */
    long differences;
    String firstFailure;

    /** Makes the given number of calls, or Long.MAX_VALUE, as long as its tempo allows another one. */
    Caller(
            Service service,
            Operation.Task task,
            long calls,
            Tempo tempo,
            CountDownLatch ready,
            CountDownLatch start,
            CountDownLatch end,
            Histogram latencies) {
        this.service = service;
        this.task = task;
        this.calls = calls;
        this.tempo = tempo;
        this.ready = ready;
        this.start = start;
        this.end = end;
        this.latencies = latencies;
    }

    @Override
    public void run() {
        boolean begun = begin();
        ready.countDown();
        try {
            start.await();
            if (begun) {
                call();
                end();
            }
        } catch (InterruptedException nobodyInterrupts) {
            fail(nobodyInterrupts.toString());
        } finally {
            end.countDown();
        }
    }

    private boolean begin() {
        try {
            task.begin(service, calls);
            return true;
        } catch (Exception thrown) {
            fail("before the first call: " + thrown);
            return false;
        }
    }

    private void end() {
        try {
            missing = task.end(answered + failed);
        } catch (Exception thrown) {
            fail("after the last call: " + thrown);
        }
        done = System.nanoTime();
    }

    private void call() {
        int failuresInARow = 0;
        began = tempo.begin();
        long now = began;
        long lastTime = -1;
        long i = 0;
        for (; i < calls && tempo.goesOn(i, now) && failuresInARow < FAILURES_TO_STOP; i++) {
            try {
                task.prepare(service);
                long before = tempo.next(i);
                String wrong = task.call(service);
                now = System.nanoTime();
                if (wrong == null) {
                    long time = now - before;
                    latencies.recordValue(Math.min(LONGEST, time));
                    differences += lastTime < 0 ? 0 : Math.abs(time - lastTime);
                    lastTime = time;
                    answered++;
                    failuresInARow = 0;
                    going.lazySet(answered);
                } else {
                    failuresInARow++;
                    fail("wrong answer: " + wrong);
                }
            } catch (Exception | StackOverflowError | OutOfMemoryError thrown) {
                now = System.nanoTime();
                failuresInARow++;
                fail(thrown.toString());
            }
        }
        ended = tempo.end(i);
    }

    private void fail(String how) {
        failed++;
        if (firstFailure == null) {
            firstFailure = how;
        }
    }
}
