package dev.wherry.lab.peers.openejb;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Payload;
import java.util.Collection;
import javax.ejb.Stateless;

/** The evaluation's bean, and the other evaluations' methods beside its own. */
@Stateless(name = "LabBean")
public class LabBean implements LocalBusiness, RemoteBusiness {
    /** Set before there is a container, which makes as many beans as it likes. */
    private static volatile CountingService service;

    static void answersBy(CountingService counting) {
        service = counting;
    }

    @Override
    public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) {
        return service.processRequest(collection);
    }

    @Override
    public byte[] octets(byte[] data) {
        return service.octets(data);
    }

    @Override
    public int invoke(Payload payload) {
        return service.invoke(payload);
    }

    @Override
    public int addOne(int number) {
        return service.addOne(number);
    }
}
