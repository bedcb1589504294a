package dev.wherry.lab.peers;

import dev.wherry.EndpointOptions;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.wherry.WherryTasks;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.MobilityPolicy;
import java.net.UnknownHostException;

/** Wherry with tasks that run in a child JVM of the server's, over TCP and nothing else. */
public final class WherryShipChild extends WherryTasks {
    public static void main(String[] args) throws Exception {
        Program.run(args, new WherryShipChild());
    }

    @Override
    protected EndpointOptions options(EndpointOptions defaults) {
        return super.options(defaults).withSharedMemory(false);
    }

    @Override
    protected MobilityPolicy policy() {
        return super.policy().inChild(ChildLimits.defaults());
    }

    @Override
    protected String listenAt() throws UnknownHostException {
        return tcp();
    }
}
