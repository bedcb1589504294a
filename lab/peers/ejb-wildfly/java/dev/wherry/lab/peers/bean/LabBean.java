package dev.wherry.lab.peers.bean;

import dev.wherry.lab.peers.common.Servant;
import dev.wherry.lab.peers.wildfly.Container;
import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;

/** The evaluation's bean, and the other evaluations' methods beside its own. */
@Stateless
@Remote(RemoteBusiness.class)
public class LabBean extends Servant implements RemoteBusiness {
    /** The container makes as many as it likes. */
    public LabBean() {
        super(Container.service());
    }
}
