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
    private @Nullable Ownership ownership;

    LoopThread(EventLoop loop) {
        super(null, "wherry-loop", loop.watcher());
        this.loop = loop;
    }

    @Override
    public void run() {
        for (Ownership mine; (mine = loop.awaitOwnership(this)) != null; ) {
            ownership = mine;
            loop.drive(mine);
        }
    }

    /** Called before the calling thread waits for a remote call. If it drives a loop, another thread goes on with the loop. */
    public static void leaveLoop() {
        if (Thread.currentThread() instanceof LoopThread own && own.ownership != null) {
            own.ownership.giveAway();
        }
    }

    /** The time for which one thread owns an {@link EventLoop}, until the loop is closed or taken away. For that thread. */
    public static final class Ownership {
        private final EventLoop loop;
        private final ReadBuffer buffer;
        private LinkHandler.@Nullable Call running;
        private long number;

        Ownership(EventLoop loop, ReadBuffer buffer) {
            this.loop = loop;
            this.buffer = buffer;
        }

        /** Returns the buffer of this owner: the next owner has another one. */
        public ReadBuffer buffer() {
            return buffer;
        }

        /** Returns what counts the calls that the loop's threads run. */
        public Meter meter() {
            return loop.meter();
        }

        /** Notes that this call is about to run. */
        public void enter(LinkHandler.Call call) {
            running = call;
            number = loop.enter(call);
        }

        /** Notes that the call has run. If it ran long, another thread owns the loop by now. */
        public void leave() {
            running = null;
            if (!loop.leave(number)) {
                buffer.lose();
            }
        }

        /**
         * Returns whether the thread has lost the loop. From then on it uses neither the loop nor what the loop's links have
         * read.
         */
        public boolean isLost() {
            return buffer.isLost();
        }

        /** Passes the loop to another thread, since the call that runs here is about to wait. */
        void giveAway() {
            if (running != null) {
                running.waits();
                loop.takeAway(number);
            }
        }
    }
}
