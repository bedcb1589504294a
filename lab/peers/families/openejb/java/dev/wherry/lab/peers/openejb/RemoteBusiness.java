package dev.wherry.lab.peers.openejb;

import dev.wherry.lab.peers.common.Service;
import javax.ejb.Remote;

/** The bean to callers anywhere, the container's process included; it gets copies. */
@Remote
public interface RemoteBusiness extends Service {}
