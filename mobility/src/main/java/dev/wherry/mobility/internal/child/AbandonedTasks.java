package dev.wherry.mobility.internal.child;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.function.Supplier;

/** Watches the tasks of a child whose callers have given them up. The child is killed if they do not end when interrupted. */
public final class AbandonedTasks {
    private static final Duration PATIENCE = Duration.ofMillis(300);

    private final ChildJvm child;
    private final Supplier<Set<Long>> running;
    private boolean asked;
    private boolean watching;

    /** @param running asks the child for the numbers of those that still run */
    public AbandonedTasks(ChildJvm child, Supplier<Set<Long>> running) {
        this.child = child;
        this.running = running;
    }

    /** Called when one more was given up. Does not wait. */
    public synchronized void watch() {
        asked = true;
        if (!watching) {
            watching = true;
            Thread.ofVirtual().name("wherry-given-up").start(this::run);
        }
    }

    private void run() {
        try {
            while (takeRequest()) {
                await();
            }
        } catch (RuntimeException e) {
            synchronized (this) {
                watching = false;
            }
            child.kill("its answer was not understood: " + e);
        }
    }

    /** Returns whether more tasks were given up since the last round. */
    private synchronized boolean takeRequest() {
        watching = asked;
        asked = false;
        return watching;
    }

    /** Waits until those that were given up by now have ended, or the child is killed. */
    public void await() {
        try {
            Set<Long> before = Set.of();
            for (Set<Long> now = running.get(); !now.isEmpty(); now = running.get()) {
                if (!Collections.disjoint(now, before)) {
                    child.kill("a task in it ran on for " + PATIENCE.toMillis()
                            + " ms after its deadline, or after its caller had gone");
                    return;
                }
                before = now;
                Thread.sleep(PATIENCE);
            }
        } catch (CallException e) {
            if (e.code() == Code.DEADLINE_EXCEEDED) {
                child.kill("it does not answer any more");
            } // otherwise it has ended already
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody has this thread to interrupt", e);
        }
    }
}
