package dev.wherry.lab.peers.common;

import java.util.Map;

/** An operation of the line protocol with its parameters. */
public interface Operation {
    /** What one calling thread sends over and over, made before the clock starts. */
    Task task();

    /** A call with content of its own and every bit of the answer checked; null where it is right, else what is wrong. */
    String check(Service service, int caller, int call) throws Exception;

    /** One calling thread's work. */
    interface Task {
        /** Calls once and returns the answer. */
        Object call(Service service) throws Exception;

        /** A cheap look at an answer: may it be right? */
        boolean plausible(Object answer);
    }

    static Operation of(String name, Map<String, Long> params) {
        switch (name) {
            case "people":
                return new People(needed("size", params));
            case "octets":
                return new Octets(needed("bytes", params));
            default:
                throw new IllegalArgumentException("there is no operation " + name + "; there are people and octets");
        }
    }

    private static int needed(String name, Map<String, Long> params) {
        Long value = params.get(name);
        if (value == null || value < 0 || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the operation needs " + name + " of 0 or more; there are " + params);
        }
        return value.intValue();
    }
}
