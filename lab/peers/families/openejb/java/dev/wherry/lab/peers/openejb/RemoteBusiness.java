package dev.wherry.lab.peers.openejb;

import dev.wherry.lab.peers.common.Service;
import javax.ejb.Remote;

/** The interface of the bean for callers anywhere, including the container's process. It gets copies. */
@Remote
public interface RemoteBusiness extends Service {}
