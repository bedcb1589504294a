package dev.wherry.lab.peers.common;

/** A system whose client is meant for all threads of a process. */
public abstract class SharedClient implements Adapter {
    private Service shared;

    @Override
    public final synchronized Service connect(String address) throws Exception {
        if (shared == null) {
            shared = client(address);
        }
        return shared;
    }

    @Override
    public abstract Service client(String address) throws Exception;
}
