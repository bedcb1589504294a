package dev.wherry.lab.peers;

import dev.wherry.EndpointOptions;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.wherry.Wherry;
import java.net.UnknownHostException;

/** Wherry over TCP, and nothing else. */
public final class WherryTcp extends Wherry {
    public static void main(String[] args) throws Exception {
        Program.run(args, new WherryTcp());
    }

    @Override
    protected EndpointOptions options(EndpointOptions defaults) {
        return defaults.withSharedMemory(false);
    }

    @Override
    protected String listenAt() throws UnknownHostException {
        return tcp();
    }
}
