package dev.wherry.cli.demo;

import dev.wherry.ByReference;
import dev.wherry.OneWay;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The interface of the demo's server. */
public interface Ferry {
    /** A booked crossing. */
    record Ticket(String passenger, int seats, long pence) {}

    /** Is called back with the place of the ferry. The object stays in the caller's JVM. */
    @ByReference
    interface Lookout {
        /** Returns how many people get on at this pier. */
        int arrivedAt(String pier);
    }

    /** A boat, which is an object of the server. */
    @ByReference
    interface Boat {
        /** Takes crates on board, and returns how many there are then. */
        int load(int crates);
    }

    /** Thrown if fewer seats are left than requested. */
    final class SoldOut extends Exception {
        private static final long serialVersionUID = 1;

        private final int left;

        /** Creates an exception with the number of seats that are left. */
        public SoldOut(int left) {
            super("only " + left + " seats are left");
            this.left = left;
        }

        /** Returns how many seats are left. */
        public int left() {
            return left;
        }
    }

    /** Books seats at 250 pence each; there are 30. */
    Ticket book(String passenger, int seats) throws SoldOut;

    /** Returns the fare of these seats in pence. */
    CompletableFuture<Long> fare(int seats);

    /** Adds an entry to the log. */
    @OneWay
    void note(String entry);

    /** Returns the entries of the log. */
    List<String> log();

    /** Calls at the piers in turn and notifies the lookout. Returns how many got on. */
    int cross(List<String> piers, Lookout lookout);

    /** Returns the boat of this name, each time the same object. */
    Boat boat(String name);

    /** Returns whether this is a boat of the server, and not a stub of one. */
    boolean owns(Boat boat);

    /** Throws an exception whose class only the server has. */
    void springALeak();

    /** Waits for the tide, which takes a minute. */
    void awaitTide() throws InterruptedException;

    /** Returns how many waits have begun. */
    int waits();

    /** Returns how many waits were interrupted. */
    int interruptedWaits();
}
