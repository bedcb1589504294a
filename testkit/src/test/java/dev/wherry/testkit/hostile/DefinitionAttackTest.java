package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.spi.Definition;
import dev.wherry.spi.Out;
import dev.wherry.testkit.Await;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sessions whose definitions are many, long, or of unknown classes. */
class DefinitionAttackTest extends HostileSetUp {
    private static final int EXCEPTION = 4_000;
    private static final int TAKE = 4_001;
    private static final int PARTS = 8_000;

    private long inbox;
    private long last;

    @BeforeEach
    void bind() {
        server.bind("inbox", Inbox.class, new AttackedInbox());
        inbox = 6; // the third bound object
    }

    @Test
    void limitsTheVersionsOfAClass() throws Exception {
        try (RawPeer peer = handshake()) {
            begin(peer);
            for (int i = 0; i < 9; i++) {
                int number = 100 + 2 * i;
                String part = "version" + i;
                peer.send(RawPeer.define(number, CostlyValues.schema(0, Inbox.Folder.class.getName(), 1, to -> {
                    to.writeText(part);
                    to.writeByte(1);
                })));
                RawPeer.Frame answer = take(peer, to -> {
                    RawValues.ofClass(number, to);
                    to.writeByte(0);
                });
                assertThat(answer.type() == RawPeer.REPLY).as("version " + i).isEqualTo(i < 8);
            }
        }
    }

    /** Memory for a definition belongs to its session, and is proportional to the length of the definition. */
    @Test
    @Tag("long")
    void usesLittleMemoryForUnknownClasses() throws Exception {
        try (RawPeer peer = handshake()) { // loads the classes that the test needs
            begin(peer);
            takeUnknown(peer, 0, 1);
        }
        long before = used();
        long sent = 0;
        try (RawPeer peer = handshake()) {
            begin(peer);
            for (int i = 1; i <= 60; i++) {
                sent += takeUnknown(peer, i, i % 2 + 1);
            }
            assertThat(used() - before).as("bytes, of %s sent", sent).isLessThan(4 * sent);
        }
        Await.until("the session to end", () -> server.statistics().sessions() == 1);
        assertThat(used() - before).as("bytes after the session").isLessThan(2 << 20);
    }

    private static void begin(RawPeer peer) throws IOException {
        peer.send(RawPeer.define(TAKE, Inbox.class.getName(), AttackPosition.ANY.method));
        peer.send(RawPeer.define(EXCEPTION, CostlyValues.schema(4, "java.lang.RuntimeException", 1, to -> {
            to.writeText("x");
            to.writeByte(9);
        })));
    }

    /** Sends an exception of an unknown class, with an unknown field. */
    private int takeUnknown(RawPeer peer, int number, int shape) throws IOException {
        Definition unknown = CostlyValues.schema(shape, "no.Such" + number, PARTS, to -> {
            for (int part = 0; part < PARTS; part++) {
                to.writeText("" + (char) (33 + part % 94) + (char) (33 + part / 94));
                if (shape == 1) {
                    to.writeByte(0);
                }
            }
        });
        peer.send(RawPeer.define(number, unknown));
        RawPeer.Frame answer = take(peer, to -> {
            RawValues.ofClass(EXCEPTION, to);
            to.writeText("message");
            to.writeByte(0);
            to.writeSize(0);
            to.writeSize(0);
            RawValues.ofClass(number, to);
            if (shape == 2) {
                to.writeSize(0);
            } else {
                to.write(new byte[PARTS], 0, PARTS);
            }
        });
        assertThat(answer.type()).as("%s", answer).isEqualTo(RawPeer.REPLY);
        return unknown.content().length;
    }

    private RawPeer.Frame take(RawPeer peer, Consumer<Out> argument) throws IOException {
        long id = ++last;
        peer.send(RawPeer.call(id, inbox, TAKE, argument));
        RawPeer.Frame answer = peer.answerOrCall();
        assertThat(answer.id()).isEqualTo(id);
        return answer;
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
