package dev.wherry.gauntlet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicBoolean;

/** A port of this host that remembers whether anything has connected to it. */
final class Listener {
    private final ServerSocket socket;
    private final AtomicBoolean reached = new AtomicBoolean();

    Listener() throws IOException {
        socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("gauntlet-listener").start(this::accept);
    }

    private void accept() {
        try (socket;
                var first = socket.accept()) {
            reached.set(true);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    int port() {
        return socket.getLocalPort();
    }

    /** A chain that connects waits for an answer, so that it goes on only after this is set. */
    boolean wasReached() {
        return reached.get();
    }
}
