package dev.wherry.internal.loop;

import org.jspecify.annotations.Nullable;

/**
 * A thread that drives a {@link EventLoop} whenever it is called to. One that has lost it, to a method that lasted, waits to be
 * called again.
 */
public final class Driver extends ServingThread {
    private final EventLoop loop;
    private @Nullable Turn turn;

    Driver(EventLoop loop) {
        super(null, "wherry-loop", loop.watcher());
        this.loop = loop;
    }

    @Override
    public void run() {
        for (Turn mine; (mine = loop.awaitTurn(this)) != null; ) {
            turn = mine;
            loop.drive(mine);
        }
    }

    /** By whoever is about to wait for a remote call: if this thread drives a loop, another goes on with it. */
    public static void leaveLoop() {
        if (Thread.currentThread() instanceof Driver driver && driver.turn != null) {
            driver.turn.giveAway();
        }
    }
}
