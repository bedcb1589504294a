package dev.wherry.lab.peers.common;

import java.util.BitSet;

/**
 * The calls of one client as the server sees them, tracked as in the remoting evaluation: each number must be received
 * once. It is complete when as many calls were received as the client has announced, repeated ones included.
 */
final class CallTracker {
    private final BitSet come = new BitSet();
    private int received;
    private long duplicates;
    private long expected = Long.MAX_VALUE;
    private boolean complete;

    /** Counts a call; returns true if that completes it. */
    synchronized boolean mark(int number) {
        if (come.get(number)) {
            duplicates++;
        } else {
            come.set(number);
            received++;
        }
        return completes();
    }

    /** Sets how many calls the client makes; returns true if that completes it. */
    synchronized boolean expect(long calls) {
        expected = calls;
        return completes();
    }

    private boolean completes() {
        boolean before = complete;
        complete |= received + duplicates >= expected;
        return complete && !before;
    }

    /** Returns whether no number was received again. */
    synchronized boolean isClean() {
        return duplicates == 0;
    }

    synchronized int received() {
        return received;
    }

    /** Returns the text for the client: how many calls were received, and how many were received again. */
    synchronized String figures() {
        return received + " " + duplicates;
    }
}
