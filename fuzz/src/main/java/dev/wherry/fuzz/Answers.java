package dev.wherry.fuzz;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;

/** All that a server sends on a connection to a client that looks up an object and calls it. Each call ends, mostly with an exception. */
final class Answers implements Target {
    private static final Duration LIMIT = Duration.ofMillis(300);

    private final Faults faults = new Faults();

    /** The interface that the client expects. */
    public interface Words {
        List<String> sorted(List<String> words);
    }

    @Override
    public void parse(byte[] bytes) throws Exception {
        Thread server;
        try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            server = Thread.ofVirtual().start(() -> answer(socket, bytes));
            EndpointOptions options = EndpointOptions.builder()
                    .lanes(0)
                    .resumeWindow(Duration.ZERO)
                    .drain(Duration.ZERO)
                    .timeout(LIMIT)
                    .build();
            try (Endpoint client = Endpoint.create(options)) {
                Words words = client.lookup("tcp://127.0.0.1:" + socket.getLocalPort() + "/words", Words.class);
                words.sorted(List.of("b", "a"));
            } catch (CallException e) {
                // The server is not one that the client can use.
            }
        }
        server.join();
        faults.check();
    }

    private static void answer(ServerSocket server, byte[] bytes) {
        while (true) {
            try (Socket socket = server.accept()) {
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                socket.getInputStream().skipNBytes(Long.MAX_VALUE);
            } catch (IOException e) {
                if (server.isClosed()) {
                    return;
                }
            }
        }
    }

    @Override
    public List<byte[]> seeds() {
        return Connections.sessions();
    }
}
