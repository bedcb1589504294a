package dev.wherry.lab.peers.jboss;

import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.Witness;
import java.io.NotSerializableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A value that is not {@code Serializable}. JBoss serialization can carry it, and the JDK's refuses it. */
public final class Unmarked implements Comparable<Unmarked> {
    private int number;

    /** JBoss serialization needs one if the class is not {@code Serializable}. */
    public Unmarked() {}

    private Unmarked(int number) {
        this.number = number;
    }

    @Override
    public int compareTo(Unmarked other) {
        return Integer.compare(number, other.number);
    }

    /**
     * Returns "jboss" if such a value came back through this service, "java" if it was refused and the JDK's
     * serialization carried another value.
     */
    public static String serializer(Service service) throws Exception {
        List<Unmarked> sent = new ArrayList<>();
        sent.add(new Unmarked(42));
        Collection<Unmarked> answer;
        try {
            answer = service.processRequest(sent);
        } catch (Exception thrown) {
            if (refused(thrown)) {
                return Witness.java(service);
            }
            throw thrown;
        }
        Unmarked got = answer.iterator().next();
        return got != sent.get(0) && got.number == 42 ? "jboss" : "not jboss";
    }

    private static boolean refused(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof NotSerializableException) {
                return true;
            }
        }
        return false;
    }
}
