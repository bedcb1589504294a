package dev.wherry.cli.demo;

import dev.wherry.ByReference;
import dev.wherry.OneWay;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The interface of the demo's server. */
public interface Ferry {
    /** A booked crossing. */
    record Ticket(String passenger, int seats, long pence) {}

    /** Called back with the place of the ferry; the object stays with the caller. */
    @ByReference
    interface Lookout {
        /** Called at each pier; the answer is how many get on there. */
        int arrivedAt(String pier);
    }

    /** A boat; lives with the server. */
    @ByReference
    interface Boat {
        /** Takes crates on board; how many there are then. */
        int load(int crates);
    }

    /** Thrown where there are not as many seats as asked for. */
    final class SoldOut extends Exception {
        private static final long serialVersionUID = 1;

        private final int left;

        /** With the number of seats that are left. */
        public SoldOut(int left) {
            super("only " + left + " seats are left");
            this.left = left;
        }

        /** How many seats there are. */
        public int left() {
            return left;
        }
    }

    /** Books seats at 250 pence each; there are 30. */
    Ticket book(String passenger, int seats) throws SoldOut;

    /** The fare of so many seats in pence. */
    CompletableFuture<Long> fare(int seats);

    /** Writes into the log. */
    @OneWay
    void note(String entry);

    /** Returns the entries. */
    List<String> log();

    /** Calls at the piers in turn and notifies the lookout. Returns how many got on. */
    int cross(List<String> piers, Lookout lookout);

    /** The boat of this name; the same one each time. */
    Boat boat(String name);

    /** Whether this is one of the server's own boats, and not a stub of one. */
    boolean owns(Boat boat);

    /** Fails with an exception that is nobody's but the server's. */
    void springALeak();

    /** Waits for the tide, which takes a minute. */
    void awaitTide() throws InterruptedException;

    /** How many waits have begun. */
    int waits();

    /** How many waits were interrupted. */
    int interruptedWaits();
}
