package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A person who notices when the JDK's serialization writes and reads it. */
public final class JavaWitness extends Person {
    private static final long serialVersionUID = 1L;

    private static volatile boolean written;
    private static volatile boolean read;

    private void writeObject(ObjectOutputStream out) throws IOException {
        written = true;
        out.defaultWriteObject();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        read = true;
        in.defaultReadObject();
    }

    /** "java" if a person sent through this service was written and read by the JDK's serialization. */
    public static String serializer(Service service) throws Exception {
        written = false;
        read = false;
        List<Person> sent = new ArrayList<>();
        sent.add(new JavaWitness());
        Collection<Person> answer = service.processRequest(sent);
        return answer.size() == 1 && written && read ? "java" : "not java";
    }
}
