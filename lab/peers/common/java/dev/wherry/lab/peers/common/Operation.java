package dev.wherry.lab.peers.common;

import java.util.Map;

/** An operation of the line protocol with its parameters. */
public interface Operation {
    /** What one caller sends over and over, made before the clock starts. */
    Task task();

    /** A look at the server before anything is checked: null where all is as it is to be, else what is wrong. */
    default String survey(Service service) throws Exception {
        return null;
    }

    /**
     * A call with content of its own and every bit of the answer checked; null where it is right, else what is wrong.
     *
     * @param byReference whether the server is to get the very objects that were sent, or copies of them
     */
    String check(Service service, int caller, int call, boolean byReference) throws Exception;

    /** What is wrong where objects were passed in the other way than they are to be. */
    static String passing(boolean byReference) {
        return byReference
                ? "got a copy of what was sent, and it was to be passed by reference"
                : "got the very object that was sent: nothing went over the wire";
    }

    /** Whether it is given services that have connected; one that looks them up itself is given none. */
    default boolean connects() {
        return true;
    }

    /** One caller's work. */
    interface Task {
        /** Comes before the clock of the series starts; {@code calls} is Long.MAX_VALUE where nobody knows yet. */
        default void begin(Service service, long calls) throws Exception {}

        /** Makes what the next call needs, while no clock of a call runs. */
        default void prepare(Service service) throws Exception {}

        /** Calls once and takes a cheap look at the answer: null where it may be right, else what is wrong. */
        String call(Service service) throws Exception;

        /** Waits until all that so many calls began has come to its end, and returns how many never will. */
        default long end(long calls) throws Exception {
            return 0;
        }
    }

    /** The one of this name. */
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
                    throw new IllegalArgumentException("there is no operation " + name);
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
