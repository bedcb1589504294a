package dev.wherry.testkit.faults;

import java.time.Duration;
import java.util.Random;

/** A fault of the network that {@link RandomFaults} may choose. It goes on until the relay is healed. */
public enum Fault {
    /** The open connections are closed. */
    CUT,
    /** The open connections are reset. */
    RESET,
    /** The open connections stop in both directions. No byte is lost. */
    HOLD,
    /** The open connections stop in one direction. No byte is lost. */
    HOLD_ONE_WAY,
    /** The open connections become a black hole in both directions. */
    SILENCE,
    /** The open connections become a black hole in one direction. */
    SILENCE_ONE_WAY,
    /** The server's end of the open connections is closed. The client does not notice. */
    HALF_OPEN_AT_CLIENT,
    /** The client's end of the open connections is closed. The server does not notice. */
    HALF_OPEN_AT_SERVER,
    /** The open connections are closed, and new ones are refused. */
    REFUSE,
    /** The open connections are closed. New ones are closed too, after some bytes in either direction. */
    CUT_LATER,
    /** The open connections are reset. New ones are reset too, after some bytes in either direction. */
    RESET_LATER,
    /** The open connections are closed. New ones carry a few bytes at a time, with delays. */
    DELAY,
    /** The open connections are closed. New ones carry one byte a second. */
    TRICKLE,
    /** The open connections are closed. New ones corrupt one byte. Only checksums, as those of TLS, notice that surely. */
    CORRUPT;

    private static final int MOST_BYTES = 4096;
    private static final Duration LONGEST_DELAY = Duration.ofMillis(1);

    void strike(FaultyRelay relay, Random random) {
        Way way = random.nextBoolean() ? Way.TO_SERVER : Way.TO_CLIENT;
        int bytes = random.nextInt(MOST_BYTES);
        switch (this) {
            case CUT -> relay.cut();
            case RESET -> relay.reset();
            case HOLD -> relay.hold();
            case HOLD_ONE_WAY -> relay.hold(way);
            case SILENCE -> relay.silence();
            case SILENCE_ONE_WAY -> relay.silence(way);
            case HALF_OPEN_AT_CLIENT -> relay.halfOpenAtClient();
            case HALF_OPEN_AT_SERVER -> relay.halfOpenAtServer();
            case REFUSE -> {
                relay.refuse();
                relay.cut();
            }
            case CUT_LATER -> {
                relay.faults(way, Faults.none().cutAfter(bytes));
                relay.cut();
            }
            case RESET_LATER -> {
                relay.faults(way, Faults.none().resetAfter(bytes));
                relay.reset();
            }
            case DELAY -> {
                relay.faults(Faults.none().slice(1 + bytes / 16).delay(LONGEST_DELAY));
                relay.cut();
            }
            case TRICKLE -> {
                relay.faults(way, Faults.none().bytesPerSecond(1));
                relay.cut();
            }
            case CORRUPT -> {
                relay.faults(way, Faults.none().corruptAfter(bytes));
                relay.cut();
            }
        }
    }
}
