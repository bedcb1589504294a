package dev.wherry.lab.peers.bean;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.wildfly.Container;
import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;
import java.util.Collection;

/** The evaluation's bean, and the other evaluations' methods beside its own. */
@Stateless
@Remote(RemoteBusiness.class)
public class LabBean implements RemoteBusiness {
    private final CountingService service = Container.service();

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
