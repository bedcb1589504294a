package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a Java peer finds out which protocol its server speaks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GreetingTest {
    private Class<?> greeting = Void.class;

    @BeforeAll
    void compile(@TempDir Path classes) throws Exception {
        greeting = PeerSources.common(classes, "Greeting");
    }

    @Test
    void tellsTheVersionOfAServerThatAnswersRightly() throws Exception {
        assertThat(greeted("http", "HTTP/1.0 405 Method Not Allowed\r\n\r\n")).isEqualTo(Map.of("http", "1.0"));
        assertThat(greeted("http2", "\0\0\6\4\0\0\0\0\0\0\3\0\0\0\144")).isEqualTo(Map.of("http", "2"));
        assertThat(greeted("jrmp", "N\0\011127.0.0.1\0\0\200\0")).isEqualTo(Map.of("jrmp", "2"));
        assertThat(greeted("dubbo", "\332\273\42\24\0\0\0\0\0\0\0\1\0\0\0\1N"))
                .isEqualTo(Map.of("dubbo protocol", "2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "http2", "jrmp", "dubbo"})
    void saysThatAServerAnsweredNothing(String protocol) {
        assertThatExceptionOfType(ProtocolException.class)
                .isThrownBy(() -> greeted(protocol, ""))
                .withMessageContaining("not \"\" and ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "http2", "jrmp", "dubbo"})
    void saysTheBeginningOfAnAnswerInAnotherProtocol(String protocol) {
        assertThatExceptionOfType(ProtocolException.class)
                .isThrownBy(() -> greeted(protocol, "\377\"mail\"\r\n" + "x".repeat(1000)))
                .withMessageContaining("not \"\\xff\\x22mail\\x22\\x0d\\x0axxx")
                .satisfies(other -> assertThat(other.getMessage()).hasSizeLessThan(500));
    }

    @Test
    void takesNoServerThatCannotBeReachedForOneThatSpeaksOtherwise() throws Exception {
        String address;
        try (ServerSocket server = listening()) {
            address = address(server);
        }
        assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> greet("jrmp", address));
    }

    /** A server that answers a greeting with this, or with nothing by closing at once. */
    private Object greeted(String protocol, String answer) throws Exception {
        try (ServerSocket server = listening()) {
            FutureTask<Socket> answering = new FutureTask<>(() -> answer(server.accept(), answer));
            Thread.ofVirtual().start(answering);
            try {
                return greet(protocol, address(server));
            } finally {
                answering.get().close();
            }
        }
    }

    private static Socket answer(Socket caller, String answer) throws IOException {
        caller.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
        if (answer.isEmpty()) {
            caller.close();
        }
        return caller;
    }

    private Object greet(String protocol, String address) throws Exception {
        try {
            return greeting.getMethod(protocol, String.class).invoke(null, address);
        } catch (InvocationTargetException thrown) {
            throw (Exception) thrown.getCause();
        }
    }

    private static ServerSocket listening() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static String address(ServerSocket server) {
        return "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + server.getLocalPort() + "/lab";
    }
}
