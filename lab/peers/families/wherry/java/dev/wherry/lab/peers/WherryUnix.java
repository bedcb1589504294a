package dev.wherry.lab.peers;

import dev.wherry.EndpointOptions;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.SocketFile;
import dev.wherry.lab.peers.wherry.Wherry;
import java.io.IOException;

/** Wherry over a Unix-domain socket, and nothing else. */
public final class WherryUnix extends Wherry {
    public static void main(String[] args) throws Exception {
        Program.run(args, new WherryUnix());
    }

    @Override
    protected EndpointOptions options(EndpointOptions defaults) {
        return defaults.withSharedMemory(false);
    }

    @Override
    protected String listenAt() throws IOException {
        return "unix:" + SocketFile.temporary();
    }

    @Override
    protected String uri(String address, String name) {
        return address + "#" + name;
    }
}
