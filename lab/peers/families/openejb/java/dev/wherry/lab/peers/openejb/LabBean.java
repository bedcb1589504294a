package dev.wherry.lab.peers.openejb;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Servant;
import javax.ejb.Stateless;

/** The bean of the EJB evaluation, with the methods of the other evaluations. */
@Stateless(name = "LabBean")
public class LabBean extends Servant implements LocalBusiness, RemoteBusiness {
    /** Set before there is a container, which makes as many beans as it needs. */
    private static volatile CountingService service;

    public LabBean() {
        super(service);
    }

    static void answersBy(CountingService counting) {
        service = counting;
    }
}
