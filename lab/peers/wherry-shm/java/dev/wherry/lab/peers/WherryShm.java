package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.wherry.Wherry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Wherry over shared memory, and nothing else. */
public final class WherryShm extends Wherry {
    public static void main(String[] args) throws Exception {
        Program.run(args, new WherryShm());
    }

    @Override
    protected String listenAt() throws IOException {
        // In the temporary folder, because a socket's path may have no more than about a hundred characters.
        Path folder = Files.createTempDirectory("wherry");
        Path socket = folder.resolve("socket");
        folder.toFile().deleteOnExit();
        socket.toFile().deleteOnExit();
        return "shm:" + socket;
    }

    @Override
    protected String uri(String address, String name) {
        return address + "#" + name;
    }
}
