package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of a server's Unix-domain socket. */
public final class SocketFile {
    private SocketFile() {}

    /** Returns a path that is free. */
    public static Path temporary() throws IOException {
        // It is in the temporary folder, because the path of a socket may have only about a hundred characters.
        return Files.createTempDirectory("lab").resolve("socket");
    }
}
