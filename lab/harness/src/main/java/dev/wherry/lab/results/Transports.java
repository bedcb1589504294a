package dev.wherry.lab.results;

import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Names of transports: one, or several separated by plus signs. */
public final class Transports {
    static final String SHM = "shm";
    static final String IN_PROCESS = "inprocess";
    private static final Set<String> WITHIN_A_HOST = Set.of(SHM, IN_PROCESS, "unix");

    private static final String AND = "+";

    private Transports() {}

    public static Set<String> of(String names) {
        return Set.copyOf(List.of(names.split("\\" + AND, -1)));
    }

    public static boolean stayWithinAHost(String names) {
        return WITHIN_A_HOST.containsAll(of(names));
    }

    public static String joined(Collection<String> names) {
        return String.join(AND, names);
    }
}
