package dev.wherry.lab.peers.common;

import java.util.BitSet;

/**
 * One client's calls as the server sees them, as the remoting evaluation tracked them: the number of each is to come once.
 * It is complete when as many have come, repeated ones among them, as the client said that it makes.
 */
final class CallTracker {
    private final BitSet come = new BitSet();
    private int received;
    private long duplicates;
    private long expected = Long.MAX_VALUE;
    private boolean complete;

    /** Notes a call; true if that completes it. */
    synchronized boolean mark(int number) {
        if (come.get(number)) {
            duplicates++;
        } else {
            come.set(number);
            received++;
        }
        return completes();
    }

    /** Notes how many calls the client makes; true if that completes it. */
    synchronized boolean expect(long calls) {
        expected = calls;
        return completes();
    }

    private boolean completes() {
        boolean before = complete;
        complete |= received + duplicates >= expected;
        return complete && !before;
    }

    /** Whether nothing came again. */
    synchronized boolean isClean() {
        return duplicates == 0;
    }

    synchronized int received() {
        return received;
    }

    /** As the client is told: how many came, and how many came again. */
    synchronized String figures() {
        return received + " " + duplicates;
    }
}
