package dev.wherry.lab.peers.bean;

import dev.wherry.lab.peers.common.Servant;
import dev.wherry.lab.peers.wildfly.Container;
import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;

/** The bean of the EJB evaluation, with the methods of the other evaluations. */
@Stateless
@Remote(RemoteBusiness.class)
public class LabBean extends Servant implements RemoteBusiness {
    /** The container makes as many as it needs. */
    public LabBean() {
        super(Container.service());
    }
}
