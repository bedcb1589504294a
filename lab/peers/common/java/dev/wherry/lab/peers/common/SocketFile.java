package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a server makes a Unix-domain socket. */
public final class SocketFile {
    private SocketFile() {}

    /** A path that is free. */
    public static Path temporary() throws IOException {
        // In the temporary folder, because a socket's path may have no more than about a hundred characters.
        return Files.createTempDirectory("lab").resolve("socket");
    }
}
