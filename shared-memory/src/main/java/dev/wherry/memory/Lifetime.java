package dev.wherry.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The lifetime of one end's mapping. A futex does not react to interrupts. The JDK closes an interruptible channel when a thread
 * that waits in it is interrupted; this class is such a channel, so no watching thread and no timer are needed.
 */
final class Lifetime extends AbstractInterruptibleChannel {
    private static final long MOMENT_NANOS = 50_000;

    private final Arena arena;
    private final End mine;
    private final End theirs;
    private final @Nullable Descriptor offered;
    private volatile boolean interruptible = true;

    /** @param offered the descriptor by which the peer opens the memory; null at the opening end */
    Lifetime(Arena arena, End mine, End theirs, @Nullable Descriptor offered) {
        this.arena = arena;
        this.mine = mine;
        this.theirs = theirs;
        this.offered = offered;
    }

    void outlastInterrupts(boolean whether) {
        interruptible = !whether;
    }

    /**
     * Clears the interrupt flag of a thread from which the memory was taken in the middle of an access. The JVM sets that flag,
     * though nobody has interrupted the thread.
     */
    void forgetInterrupt() {
        if (interruptible) {
            Thread.interrupted();
        }
    }

    /** Until {@link #awake}, an interrupt closes the mapping, unless interrupts are switched off. */
    void asleep() {
        if (interruptible) {
            begin();
        }
    }

    /** @throws AsynchronousCloseException if the mapping was closed (perhaps by an interrupt) before the awaited change came */
    void awake(boolean changed) throws AsynchronousCloseException {
        if (interruptible) {
            end(changed);
        } else if (!changed && !isOpen()) {
            throw new AsynchronousCloseException();
        }
    }

    /** Marks the peer as closed; used when its process has ended. */
    void peerHasEnded() {
        try {
            touch(() -> {
                theirs.close();
                mine.ring();
            });
        } catch (IllegalStateException e) {
            // This end is closed too.
        }
    }

    /** Closes the link, because the peer has broken the protocol. */
    IOException broken(String why) {
        end();
        return new IOException("The peer has broken the link: " + why);
    }

    void end() {
        try {
            close();
        } catch (IOException e) {
            throw new IllegalStateException("Unmapping throws no IOException", e);
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
            touch(mine::ring); // repeatedly: a peer that changes our bell could suppress a single wake-up
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
            // The peer has cut off unsealed memory. There is no peer to notify, and our sleeping threads wake up after
            // a time
            // limit.
        }
    }

    /** A thread that copies at this moment gets an exception of the JDK. A thread in a system call keeps the mapping alive. */
    private boolean isUnmapped() {
        try {
            arena.close();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
