package dev.wherry.lab.peers;

import dev.wherry.EndpointOptions;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.wherry.WherryTasks;

/** Wherry with tasks, over TCP on loopback and nothing else. */
public final class WherryShip extends WherryTasks {
    public static void main(String[] args) throws Exception {
        Program.run(args, new WherryShip());
    }

    @Override
    protected EndpointOptions options(EndpointOptions defaults) {
        return super.options(defaults).withSharedMemory(false);
    }

    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }
}
