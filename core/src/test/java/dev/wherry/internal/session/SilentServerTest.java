package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.Preamble;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A server that hangs once it has said Hello. */
class SilentServerTest {
    @Test
    void holdsNobodyLongerThanTheEndpointsTimeout() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                Endpoint client = Endpoint.create(EndpointOptions.builder()
                        .lanes(0)
                        .timeout(Duration.ofMillis(200))
                        .build())) {
            Thread hanging = Thread.startVirtualThread(() -> greet(server));
            String uri = "tcp://127.0.0.1:" + server.getLocalPort();
            Peer peer = client.connect(uri);
            assertOverdue(peer::bound);
            assertOverdue(() -> peer.describe("bank"));
            assertOverdue(() -> client.lookup(uri + "/bank", Runnable.class));
            client.close(Duration.ZERO);
            hanging.join();
        }
    }

    private static void assertOverdue(ThrowingCallable call) {
        CallException failure = catchThrowableOfType(CallException.class, call);
        assertThat(failure.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
        assertThat(failure.getMessage()).containsPattern("within (\\d{1,2}|1\\d\\d|200) ms"); // what is left of 200
    }

    private static void greet(ServerSocket server) {
        try (Socket socket = server.accept()) {
            Out out = new Out(256);
            Preamble.write(out);
            new Hello(0, new Id128(1, 2), new Id128(3, 4), List.of("compact"), 1 << 20, 100, 0, "silent").write(out);
            socket.getOutputStream().write(out.copy());
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
