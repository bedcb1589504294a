package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.CALL;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.spi.Out;
import dev.wherry.testkit.Running;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Control characters in each text that a peer can send: neither logs nor answers contain them. */
class LogInjectionTest extends HostileSetUp {
    private static final String FORGED = "x\n\u001b[31mSEVERE: forged\u202e\u2028";
    private static final int ONE_WAY = 8;
    private static final String LOCATE =
            "locate(Ljava/lang/String;Ljava/lang/String;)" + "Ldev/wherry/internal/objects/Registry$Located;";

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger("dev.wherry");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            lines.add(new SimpleFormatter().formatMessage(entry));
            for (Throwable each = entry.getThrown(); each != null; each = each.getCause()) {
                lines.add(String.valueOf(each.getMessage()));
            }
        }

        @Override
        public void flush() {
            // Nothing is buffered.
        }

        @Override
        public void close() {
            // Nothing is to be closed.
        }
    };

    @BeforeEach
    void listenToTheLog() {
        handler.setLevel(Level.ALL);
        logger.setLevel(Level.ALL);
        logger.addHandler(handler);
    }

    @AfterEach
    void assertNothingIsForged() {
        logger.removeHandler(handler);
        logger.setLevel(null);
        assertThat(lines).isNotEmpty().allSatisfy(LogInjectionTest::assertPlain);
    }

    private static void assertPlain(String text) {
        assertThat(text).doesNotContain("\u001b", "\nSEVERE", "\u202e", "\u2028");
    }

    /** An action that sends something. */
    private interface Action {
        void run() throws Exception;
    }

    /** Repeats an action until the log has a line with a text. The log omits lines if there are many in one second. */
    private void assertLine(String part, Action action) throws Exception {
        long until = System.nanoTime() + Running.LONG.toNanos();
        do {
            assertThat(System.nanoTime())
                    .as("time at which a line with '%s' was found among %s", part, lines)
                    .isLessThan(until);
            action.run();
        } while (lines.stream().noneMatch(each -> each.contains(part)));
    }

    private static void assertAnswerIsPlain(RawPeer peer) throws Exception {
        assertPlain(new String(peer.answer().body(), StandardCharsets.UTF_8));
    }

    private static Consumer<Out> head(long object, int method) {
        return to -> {
            to.writeLongSize(object);
            to.writeSize(method);
            to.writeLongSize(30_000);
            to.writeLongSize(0);
        };
    }

    @Test
    void hidesControlCharactersOfAHello() throws Exception {
        assertLine("No codec in common", () -> {
            try (RawPeer peer = connection()) {
                peer.send(RawPeer.PREAMBLE);
                peer.send(frame(RawPeer.HELLO, 0, 0, to -> {
                    for (int i = 0; i < 4; i++) {
                        to.writeLong(0);
                    }
                    to.writeSize(1);
                    to.writeText(FORGED);
                    to.writeSize(1 << 20);
                    to.writeSize(100);
                    to.writeSize(8);
                    to.writeText(FORGED);
                    to.writeSize(1);
                    to.writeText(FORGED);
                    to.writeSize(0);
                }));
                peer.receivePreamble();
                assertAnswerIsPlain(peer);
            }
        });
    }

    @Test
    void hidesControlCharactersOfNamesOfInterfacesAndMethods() throws Exception {
        assertLine("A one-way call", () -> {
            try (RawPeer peer = handshake()) {
                peer.send(RawPeer.define(0, FORGED, "pass()V"));
                peer.send(RawPeer.define(1, Gate.class.getName(), FORGED));
                for (int method = 0; method < 2; method++) {
                    peer.send(RawPeer.call(method + 1, 2, method));
                    assertAnswerIsPlain(peer);
                    int called = method;
                    peer.send(frame(CALL, ONE_WAY, method + 10, to -> {
                        head(2, called).accept(to);
                        to.writeSize(0);
                    }));
                }
                peer.assertAlive();
            }
        });
    }

    @Test
    void hidesControlCharactersOfNamesThatAreLookedUp() throws Exception {
        assertLine("bound names", () -> {
            try (RawPeer peer = handshake()) {
                peer.send(RawPeer.define(0, "dev.wherry.internal.objects.Registry", LOCATE));
                int id = 0;
                for (List<String> names : List.of(List.of(FORGED, "x"), List.of("gate", FORGED))) {
                    for (int flags : new int[] {0, ONE_WAY}) {
                        peer.send(frame(CALL, flags, ++id, to -> {
                            head(0, 0).accept(to);
                            to.writeSize(0);
                            names.forEach(to::writeText);
                        }));
                        if (flags == 0) {
                            assertAnswerIsPlain(peer);
                        }
                    }
                }
                peer.assertAlive();
            }
        });
    }

    @Test
    void hidesControlCharactersOfContextEntries() throws Exception {
        assertLine("context entry", () -> {
            try (RawPeer peer = handshake()) {
                peer.send(frame(CALL, 0, 1, to -> {
                    head(2, 0).accept(to);
                    to.writeSize(1);
                    to.writeText(FORGED);
                    to.writeByte(9);
                }));
                assertAnswerIsPlain(peer);
            }
        });
    }

    @Test
    void hidesControlCharactersOfAGoAway() throws Exception {
        assertLine("the peer closed the connection", () -> {
            try (RawPeer peer = handshake()) {
                peer.send(frame(RawPeer.GOAWAY, 0, 0, to -> {
                    to.writeByte(RawPeer.Reason.REFUSED.ordinal());
                    to.writeText(FORGED);
                }));
                peer.readToEnd();
            }
        });
    }

    @Test
    void hidesControlCharactersOfClassesAndDefinitions() throws Exception {
        server.bind("open", BadCallsTest.Open.class, value -> "");
        assertLine("may not travel here", () -> {
            try (RawPeer peer = handshake()) {
                peer.send(frame(RawPeer.DEFINE, 0, 1, to -> {
                    to.writeByte(2);
                    to.writeByte(1);
                    to.writeText(FORGED);
                    to.writeBoolean(false);
                    to.writeSize(1);
                    to.writeText(FORGED);
                    to.writeByte(9);
                }));
                peer.send(RawPeer.define(
                        2, BadCallsTest.Open.class.getName(), "classOf(Ljava/lang/Object;)Ljava/lang/String;"));
                for (int flags : new int[] {0, ONE_WAY}) {
                    peer.send(frame(CALL, flags, 5 + flags, to -> {
                        head(6, 2).accept(to);
                        to.writeSize(0);
                        RawValues.ofClass(1, to);
                        to.writeByte(0);
                    }));
                }
                assertAnswerIsPlain(peer);
                peer.assertAlive();
            }
        });
    }
}
