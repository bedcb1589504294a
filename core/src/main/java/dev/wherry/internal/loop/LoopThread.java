package dev.wherry.internal.loop;

import dev.wherry.internal.statistics.Meter;
import dev.wherry.internal.wire.ReadBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A thread that drives an {@link EventLoop} whenever the loop calls it. A thread that has lost the loop, since a method ran
 * long on it, waits to be called again.
 */
public final class LoopThread extends ServingThread {
    private final EventLoop loop;
    private @Nullable Turn turn;

    LoopThread(EventLoop loop) {
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

    /** Called before the calling thread waits for a remote call. If it drives a loop, another thread goes on with the loop. */
    public static void leaveLoop() {
        if (Thread.currentThread() instanceof LoopThread own && own.turn != null) {
            own.turn.giveAway();
        }
    }

    /** The time for which one thread owns an {@link EventLoop}, until the loop is closed or taken away. For that thread. */
    public static final class Turn {
        private final EventLoop loop;
        private final ReadBuffer desk;
        private LinkHandler.@Nullable Call running;
        private long number;

        Turn(EventLoop loop, ReadBuffer desk) {
            this.loop = loop;
            this.desk = desk;
        }

        /** Returns the buffer of this turn: the next turn has its own. */
        public ReadBuffer desk() {
            return desk;
        }

        /** Returns what counts the calls that run in this turn. */
        public Meter meter() {
            return loop.meter();
        }

        /** Notes that this call is about to run. */
        public void enter(LinkHandler.Call call) {
            running = call;
            number = loop.enter(call);
        }

        /** Notes that the call has run. If it ran long, another thread has had the next turn since. */
        public void leave() {
            running = null;
            if (!loop.leave(number)) {
                desk.leave();
            }
        }

        /**
         * Returns whether the thread has lost the loop. From then on it uses neither the loop nor what the loop's links have
         * read.
         */
        public boolean isOver() {
            return desk.isLeft();
        }

        /** Passes the loop to another thread, since the call that runs in this turn is about to wait. */
        void giveAway() {
            if (running != null) {
                running.waits();
                loop.takeAway(number);
            }
        }
    }
}
