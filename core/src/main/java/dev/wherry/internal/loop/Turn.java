package dev.wherry.internal.loop;

import dev.wherry.internal.session.ServedCall;
import dev.wherry.internal.statistics.Meter;
import dev.wherry.internal.wire.ReadBuffer;
import org.jspecify.annotations.Nullable;

/** The time that one thread owns a {@link EventLoop}, from when it gets it until it is closed or taken away. Its own. */
public final class Turn {
    private final EventLoop loop;
    private final ReadBuffer desk;
    private @Nullable ServedCall running;
    private long number;

    Turn(EventLoop loop, ReadBuffer desk) {
        this.loop = loop;
        this.desk = desk;
    }

    /** Of this turn alone: whoever has the next one goes on at another. */
    public ReadBuffer desk() {
        return desk;
    }

    /** For what runs here, until the turn is over. */
    public Meter meter() {
        return loop.meter();
    }

    /** This call is about to run here. */
    public void enter(ServedCall call) {
        running = call;
        number = loop.enter(call);
    }

    /** The call has run. If that lasted, another thread has had the next turn since. */
    public void leave() {
        running = null;
        if (!loop.leave(number)) {
            desk.leave();
        }
    }

    /** Whether the thread owns the loop no longer: from then on it touches neither the loop nor what its links have read. */
    public boolean isOver() {
        return desk.isLeft();
    }

    /** The call that runs here is about to wait: another thread has the next turn. */
    void giveAway() {
        if (running != null) {
            running.waits();
            loop.takeAway(number);
        }
    }
}
