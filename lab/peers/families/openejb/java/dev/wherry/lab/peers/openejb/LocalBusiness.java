package dev.wherry.lab.peers.openejb;

import dev.wherry.lab.peers.common.Service;
import javax.ejb.Local;

/** The bean to callers in the container's process, whose objects it gets. */
@Local
public interface LocalBusiness extends Service {}
