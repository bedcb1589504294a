package dev.wherry.lab.peers.bean;

import dev.wherry.lab.peers.common.Service;

/** The interface of the bean for callers in other processes. */
public interface RemoteBusiness extends Service {}
