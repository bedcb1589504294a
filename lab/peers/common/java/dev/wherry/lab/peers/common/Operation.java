package dev.wherry.lab.peers.common;

import java.util.Map;

/** An operation of the line protocol with its parameters. */
public interface Operation {
    /** Returns what one caller sends over and over, made before the clock starts. */
    Task task();

    /** Checks the server before anything else is checked. Returns null if it is right, else what is wrong. */
    default String survey(Service service) throws Exception {
        return null;
    }

    /**
     * Makes a call with unique content and checks the whole answer. Returns null if it is right, else what is wrong.
     *
     * @param byReference whether the server must get the same objects that were sent, or copies of them
     */
    String check(Service service, int caller, int call, boolean byReference) throws Exception;

    /** Returns what is wrong if objects were passed by copy instead of by reference, or the reverse. */
    static String passing(boolean byReference) {
        return byReference
                ? "got a copy of the object that was sent, and expected the same object"
                : "got the same object that was sent: nothing was sent on the wire";
    }

    /** Returns whether it uses services that have connected. An operation that looks them up itself gets none. */
    default boolean connects() {
        return true;
    }

    /** The work of one caller. */
    interface Task {
        /**
         * Is called before the clock of the series starts; {@code calls} is Long.MAX_VALUE if the number is not known
         * yet.
         */
        default void begin(Service service, long calls) throws Exception {}

        /** Makes what the next call needs, while no call is timed. */
        default void prepare(Service service) throws Exception {}

        /** Calls once and makes a cheap check of the answer. Returns null if it may be right, else what is wrong. */
        String call(Service service) throws Exception;

        /** Waits until all work that so many calls began has ended, and returns how many calls will never end. */
        default long end(long calls) throws Exception {
            return 0;
        }
    }

    /** Returns the operation of this name. */
    static Operation of(String name, Map<String, Long> params, Surroundings surroundings) {
        switch (name) {
            case "people":
                return new People(needed("size", params));
            case "ship":
                return new Ship(needed("size", params));
            case "shipVersion":
                return new ShipVersion(needed("size", params));
            case "octets":
                return new Octets(needed("bytes", params));
            case "payload":
                return payloads(surroundings, Payloads::sync, params);
            case "payloadOnewayAtClient":
                return payloads(surroundings, Payloads::onewayAtClient, params);
            case "payloadOnewayAtServer":
                return payloads(surroundings, Payloads::onewayAtServer, params);
            case "addOne":
                return new AddOne(null);
            case "lookUpAndAddOne":
                return new AddOne(surroundings);
            default:
                Operation timed = Timed.of(name, params, surroundings);
                if (timed == null) {
                    throw new IllegalArgumentException("unknown operation " + name);
                }
                return timed;
        }
    }

    private static Operation payloads(Surroundings surroundings, Payloads.Sending sending, Map<String, Long> params) {
        return new Payloads(surroundings.completions(), sending, needed("payload", params), Crowd.of(params));
    }

    static int needed(String name, Map<String, Long> params) {
        Long value = params.get(name);
        if (value == null || value < 0 || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the operation needs " + name + " of 0 or more; there are " + params);
        }
        return value.intValue();
    }
}
