package dev.wherry.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Of one end's mapping. A futex does not see interrupts; but the JDK closes a channel in which a thread waits that is
 * interrupted, and this is such a channel, so that no watcher and no timer is needed.
 */
final class Lifetime extends AbstractInterruptibleChannel {
    private static final long MOMENT_NANOS = 50_000;

    private final Arena arena;
    private final End mine;
    private final End theirs;
    private final @Nullable Descriptor offered;
    private volatile boolean interruptible = true;

    /** @param offered by which the peer opens the memory, if it is us who have made it */
    Lifetime(Arena arena, End mine, End theirs, @Nullable Descriptor offered) {
        this.arena = arena;
        this.mine = mine;
        this.theirs = theirs;
        this.offered = offered;
    }

    void outlastInterrupts(boolean whether) {
        interruptible = !whether;
    }

    /** From here to {@link #awake} an interrupt closes, unless others use it too. */
    void asleep() {
        if (interruptible) {
            begin();
        }
    }

    /** @throws AsynchronousCloseException if it was closed, by an interrupt perhaps, before what was waited for came */
    void awake(boolean changed) throws AsynchronousCloseException {
        if (interruptible) {
            end(changed);
        } else if (!changed && !isOpen()) {
            throw new AsynchronousCloseException();
        }
    }

    /** Says for the peer what it cannot say any more. */
    void peerHasEnded() {
        try {
            touch(() -> {
                theirs.close();
                mine.ring();
            });
        } catch (IllegalStateException e) {
            // It is closed here too.
        }
    }

    /** The peer does not keep to the rules, so that nothing more can be believed. */
    IOException broken(String why) {
        end();
        return new IOException("The peer has broken the link: " + why);
    }

    void end() {
        try {
            close();
        } catch (IOException e) {
            throw new IllegalStateException("Unmapping throws none", e);
        }
    }

    @Override
    protected void implCloseChannel() {
        touch(() -> {
            mine.close();
            theirs.ring(End.DATA);
            theirs.ring(End.ROOM);
        });
        while (!isUnmapped()) {
            touch(mine::ring); // not once only: a peer that plays with our bell could make one ring go unheard
            LockSupport.parkNanos(MOMENT_NANOS);
        }
        if (offered != null) {
            offered.close();
        }
    }

    private static void touch(Runnable memory) {
        try {
            memory.run();
        } catch (InternalError e) {
            // The peer has cut off what was not sealed: there is nobody to be told, and our sleepers look by
            // themselves.
        }
    }

    /** Who copies just now meets an exception of the JDK's; who is in a call of the system holds the mapping. */
    private boolean isUnmapped() {
        try {
            arena.close();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
