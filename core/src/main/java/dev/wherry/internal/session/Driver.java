package dev.wherry.internal.session;

import org.jspecify.annotations.Nullable;

/** A thread that drives a {@link Loop}. One that has lost it, to a method that lasted, drives again when it is needed. */
final class Driver extends ServingThread {
    private final Loop loop;
    private @Nullable Turn turn;

    Driver(Loop loop) {
        super(null, "wherry-loop");
        this.loop = loop;
    }

    @Override
    public void run() {
        do {
            turn = loop.turn();
            loop.drive(turn);
        } while (loop.awaitTurn(this));
    }

    /** By whoever is about to wait for a remote call: if this thread drives a loop, another goes on with it. */
    static void leaveLoop() {
        if (Thread.currentThread() instanceof Driver driver && driver.turn != null) {
            driver.turn.giveAway();
        }
    }
}
