package dev.wherry.lab.peers.openejb;

import dev.wherry.lab.peers.common.Service;
import javax.ejb.Local;

/** The interface of the bean for callers in the container's process, which pass their objects by reference. */
@Local
public interface LocalBusiness extends Service {}
