package dev.wherry.lab.peers;

import dev.wherry.EndpointOptions;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.wherry.Wherry;

/** Wherry over TCP on loopback, and nothing else. */
public final class WherryTcp extends Wherry {
    public static void main(String[] args) throws Exception {
        Program.run(args, new WherryTcp());
    }

    @Override
    protected EndpointOptions options(EndpointOptions defaults) {
        return defaults.withSharedMemory(false);
    }

    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }
}
