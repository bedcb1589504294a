package dev.wherry.internal.session;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread per endpoint that looks after time: deadlines, idle lanes, unfinished Hellos, frames half sent. It looks
 * every 10 ms while there is anything to look after, less often where there is so much that looking takes long, and once
 * a minute at rest, or as often as a session may be idle.
 */
final class Watcher {
    private static final Logger LOG = System.getLogger("dev.wherry.session");
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(10);
    /** It rests so many times as long as it has looked. */
    private static final int RESTS = 9;

    private static final long LONGEST_REST = TimeUnit.MINUTES.toNanos(1);
    private static final int QUIET_TICKS = 50;

    private final Engine engine;
    private final long rest;
    private final Thread thread;
    private volatile boolean awake;
    private volatile boolean open = true;

    Watcher(Engine engine) {
        this.engine = engine;
        rest = Math.min(
                LONGEST_REST,
                TimeUnit.NANOSECONDS.convert(engine.options().limits().idleTime()));
        thread = Thread.ofPlatform().daemon().name("wherry-watcher").start(this::run);
    }

    /** There is something to look after; the caller has made it visible by a volatile write before. */
    void wake() {
        if (!awake) {
            awake = true;
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        int quiet = 0;
        long tick = TICK;
        while (open) {
            LockSupport.parkNanos(this, awake ? tick : rest);
            long begun = System.nanoTime();
            quiet = look() ? 0 : quiet + 1;
            tick = Math.clamp(RESTS * (System.nanoTime() - begun), TICK, 5 * TICK);
            if (awake && quiet > QUIET_TICKS) {
                // Looks once more after saying that it sleeps: what came in between found it awake and did not wake it.
                awake = false;
                if (look()) {
                    awake = true;
                }
                quiet = 0;
            }
        }
    }

    /** Nothing that is found on the way ends this thread: nobody else keeps the deadlines. */
    private boolean look() {
        try {
            return engine.look(System.nanoTime());
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "Looking after the calls failed; going on", e);
            return true;
        }
    }

    void close() {
        open = false;
        LockSupport.unpark(thread);
    }
}
