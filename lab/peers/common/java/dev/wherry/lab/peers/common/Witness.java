package dev.wherry.lab.peers.common;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A person who notices whose code is at work when it is written and read. The JDK's serialization calls two methods of it, and
 * so do others that do as it does; for those that do not, a subclass has what they call.
 */
public class Witness extends Person {
    private static final long serialVersionUID = 1L;
    /** How both streams of the JDK's serialization begin. */
    private static final String STREAMS = "java.io.Object";

    /** How the names of the classes begin that are to be at work. */
    private static volatile String beginning = "";

    private static volatile boolean written;
    private static volatile boolean read;

    private Object writeReplace() {
        noteWriting();
        return this;
    }

    private Object readResolve() {
        noteReading();
        return this;
    }

    /** To be called while it is written. */
    protected static void noteWriting() {
        written = areAtWork();
    }

    /** To be called while it is read. */
    protected static void noteReading() {
        read = areAtWork();
    }

    private static boolean areAtWork() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith(beginning)));
    }

    /** "java" if a person sent through this service was written and read by the JDK's serialization. */
    public static String java(Service service) throws Exception {
        return serializer("java", STREAMS, service);
    }

    /** This name if a person sent through this service was written and read by classes whose names begin so. */
    public static String serializer(String name, String classes, Service service) throws Exception {
        return serializer(name, classes, service, new Witness());
    }

    /** The same of this witness. */
    protected static String serializer(String name, String classes, Service service, Witness witness)
            throws Exception {
        beginning = classes;
        written = false;
        read = false;
        List<Person> sent = new ArrayList<>();
        sent.add(witness);
        Collection<Person> answer = service.processRequest(sent);
        return answer.size() == 1 && written && read ? name : "not " + name;
    }
}
