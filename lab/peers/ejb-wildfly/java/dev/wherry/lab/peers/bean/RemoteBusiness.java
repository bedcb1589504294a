package dev.wherry.lab.peers.bean;

import dev.wherry.lab.peers.common.Service;

/** The bean to callers elsewhere. */
public interface RemoteBusiness extends Service {}
