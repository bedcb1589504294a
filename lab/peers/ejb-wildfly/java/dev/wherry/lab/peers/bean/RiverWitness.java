package dev.wherry.lab.peers.bean;

import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.common.Service;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A person who notices whose stream writes and reads it. JBoss Marshalling calls the JDK's two methods with its own. */
public final class RiverWitness extends Person {
    private static final long serialVersionUID = 1L;
    private static final String RIVER = "org.jboss.marshalling.river.";

    private static volatile boolean written;
    private static volatile boolean read;

    private void writeObject(ObjectOutputStream out) throws IOException {
        written = out.getClass().getName().startsWith(RIVER);
        out.defaultWriteObject();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        read = in.getClass().getName().startsWith(RIVER);
        in.defaultReadObject();
    }

    /** "river" if a person sent through this service was written and read by JBoss Marshalling's protocol of that name. */
    public static String serializer(Service service) throws Exception {
        written = false;
        read = false;
        List<Person> sent = new ArrayList<>();
        sent.add(new RiverWitness());
        Collection<Person> answer = service.processRequest(sent);
        return answer.size() == 1 && written && read ? "river" : "not river";
    }
}
