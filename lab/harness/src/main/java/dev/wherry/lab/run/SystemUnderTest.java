package dev.wherry.lab.run;

import dev.wherry.lab.driver.Limits;
import dev.wherry.lab.driver.Pair;
import dev.wherry.lab.driver.PeerFailure;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.site.ProcessPlacement;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A system in a run, with its pair of processes, if they are running. */
final class SystemUnderTest implements AutoCloseable {
    private static final int STARTS_TO_TRY = 2;

    private final Peer peer;
    private final Workshop workshop;
    private final Limits limits;
    private final ProcessPlacement placement;
    private @Nullable Pair pair;
    private boolean fresh;
    private double patienceSpent;
    private int failedStarts;

    SystemUnderTest(Peer peer, Workshop workshop, Limits limits, ProcessPlacement placement) {
        this.peer = peer;
        this.workshop = workshop;
        this.limits = limits;
        this.placement = placement;
    }

    Peer peer() {
        return peer;
    }

    ProcessPlacement placement() {
        return placement;
    }

    /** Returns its running processes, started now if there are none. */
    Pair pair() throws PeerFailure, InterruptedException, IOException {
        Pair running = pair;
        if (running == null) {
            running = start();
            pair = running;
            fresh = true;
            patienceSpent = 0;
        }
        return running;
    }

    private Pair start() throws PeerFailure, InterruptedException, IOException {
        try {
            Pair started = Pair.start(peer, workshop, limits, placement);
            failedStarts = 0;
            return started;
        } catch (PeerFailure failure) {
            failedStarts++;
            throw failure;
        }
    }

    /** Returns whether its processes failed to start twice in a row. */
    boolean hopeless() {
        return failedStarts >= STARTS_TO_TRY;
    }

    /** Returns whether its processes are new, and marks them as used. */
    boolean takeFreshness() {
        boolean was = fresh;
        fresh = false;
        return was;
    }

    double patienceSpent() {
        return patienceSpent;
    }

    void spendPatience(double seconds) {
        patienceSpent += seconds;
    }

    void discard() {
        Pair running = pair;
        if (running != null) {
            running.close();
            pair = null;
        }
    }

    @Override
    public void close() {
        discard();
    }
}
