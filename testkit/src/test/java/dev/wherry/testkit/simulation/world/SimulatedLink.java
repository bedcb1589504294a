package dev.wherry.testkit.simulation.world;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectableChannel;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One end of a link of the simulated network. It can only block, so that it needs no selector. */
final class SimulatedLink implements Link {
    final Host here;
    final Host there;
    private final Pipe in;
    private final Pipe out;
    private final boolean virtual;
    private final Identity peer;
    private boolean outlastsInterrupts;

    /**
     * @param virtual whether virtual threads read and write it
     * @param remote whether the peer is on another host: one of the same host that is gone does not come back
     */
    SimulatedLink(Host here, Host there, Pipe in, Pipe out, boolean virtual, boolean remote) {
        this.here = here;
        this.there = there;
        this.in = in;
        this.out = out;
        this.virtual = virtual;
        peer = remote
                ? new Identity(
                        "simulated",
                        there.name,
                        Map.of(Identity.IP, "10.0.0." + Math.floorMod(there.name.hashCode(), 250)))
                : Identity.of("simulated", there.name);
    }

    /** Moves some bytes. If interrupted, it moves none. */
    private interface Move {
        int run() throws IOException, InterruptedException;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return await(() -> in.read(to, offset, length));
    }

    @Override
    public int write(byte[] from, int offset, int length) throws IOException {
        for (int done = 0; done < length; ) {
            int start = done;
            done += await(() -> out.write(from, offset + start, length - start));
        }
        return length;
    }

    private int await(Move move) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return move.run();
                } catch (InterruptedException e) {
                    interrupted = true;
                    if (!outlastsInterrupts) {
                        close();
                        throw new ClosedByInterruptException();
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean outlastInterrupts(boolean whether) {
        outlastsInterrupts = whether;
        return true;
    }

    @Override
    public @Nullable SelectableChannel multiplex() {
        return null;
    }

    @Override
    public boolean virtualThreadsMayWait() {
        return virtual;
    }

    @Override
    public Identity peer() {
        return peer;
    }

    @Override
    public void close() {
        in.failForReader("Socket closed");
        in.failForWriter("Broken pipe");
        out.end();
        out.failForWriter("Socket closed");
    }

    /** This side finds the link broken. */
    void reset() {
        in.failForReader("Connection reset");
        out.failForWriter("Connection reset");
    }

    /** From now on, all that this side sends is lost, and no side learns of it. */
    void swallow() {
        out.swallow();
    }
}
