package dev.wherry.lab.peers.common;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A person that notices which code writes and reads it. The JDK's serialization calls two of its methods, and so do
 * serializers that work like it. For the others a subclass has the methods that they call.
 */
public class Witness extends Person {
    private static final long serialVersionUID = 1L;
    /** The first bytes of both streams of the JDK's serialization. */
    private static final String STREAMS = "java.io.Object";

    /** The first part of the names of the expected classes. */
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

    /** Returns "java" if the JDK's serialization has written and read a person that was sent through this service. */
    public static String java(Service service) throws Exception {
        return serializer("java", STREAMS, service);
    }

    /**
     * Returns this name if classes with such names have written and read a person that was sent through this service.
     */
    public static String serializer(String name, String classes, Service service) throws Exception {
        return serializer(name, classes, service, new Witness());
    }

    /** Does the same with this witness. */
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
