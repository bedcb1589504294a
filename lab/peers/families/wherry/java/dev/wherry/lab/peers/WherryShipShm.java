package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.SocketFile;
import dev.wherry.lab.peers.wherry.WherryTasks;
import java.io.IOException;

/** Wherry with tasks, over shared memory and nothing else. */
public final class WherryShipShm extends WherryTasks {
    public static void main(String[] args) throws Exception {
        Program.run(args, new WherryShipShm());
    }

    @Override
    protected String listenAt() throws IOException {
        return "shm:" + SocketFile.temporary();
    }

    @Override
    protected String uri(String address, String name) {
        return address + "#" + name;
    }
}
