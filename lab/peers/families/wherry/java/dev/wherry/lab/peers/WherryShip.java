package dev.wherry.lab.peers;

import dev.wherry.EndpointOptions;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.wherry.WherryTasks;
import java.net.UnknownHostException;

/** Wherry with tasks, over TCP and nothing else. */
public final class WherryShip extends WherryTasks {
    public static void main(String[] args) throws Exception {
        Program.run(args, new WherryShip());
    }

    @Override
    protected EndpointOptions options(EndpointOptions defaults) {
        return super.options(defaults).withSharedMemory(false);
    }

    @Override
    protected String listenAt() throws UnknownHostException {
        return tcp();
    }
}
