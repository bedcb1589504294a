package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.wherry.Wherry;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Wherry between two endpoints of one process, which share the objects. */
public final class WherryInprocess extends Wherry {
    private final AtomicInteger listening = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Program.run(args, new WherryInprocess());
    }

    @Override
    protected String listenAt() {
        return "inprocess://lab-" + listening.incrementAndGet();
    }

    @Override
    public boolean byReference() {
        return true;
    }

    @Override
    public String serializer(Service service) throws Exception {
        Person sent = Person.number(1);
        return service.processRequest(List.of(sent)).iterator().next() == sent ? "none" : "unknown";
    }
}
