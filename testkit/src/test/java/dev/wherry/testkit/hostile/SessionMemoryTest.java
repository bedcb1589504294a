package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException.Code;
import dev.wherry.spi.Out;
import dev.wherry.testkit.Await;
import java.io.IOException;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sessions that have ended: a server retains neither their memory nor their classes. */
@Tag("long")
class SessionMemoryTest extends HostileSetUp {
    private static final int SESSIONS = 100;
    private static final int DEFINITIONS = 200;
    private static final long INBOX = 6; // the third bound object
    private static final int TAKE = 1_000;
    private static final int SOURCE = 2_000;

    private static final int OBJECT_ARRAY = 17;
    private static final int ARRAY_LIST = 18;

    /**
     * The memory that the process itself may retain meanwhile: data of compiled code, buffers, other threads. A session
     * sends 100 KB.
     */
    private static final long MOST_BYTES = SESSIONS * 40_000L;

    private static final int MOST_CLASSES = 100;

    /** The number of full collections. The JDK leaves garbage in nearly full regions, except in every fourth one. */
    private static final int COLLECTIONS = 4;

    private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

    private final List<Integer> interfaces = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
    private long last;

    @Test
    void isReleased() throws Exception {
        server.bind("inbox", Inbox.class, new AttackedInbox());
        for (int i = 0; i < 20; i++) {
            attack(i); // loads what stays loaded; its size is limited
        }
        awaitTheirEnd();
        long memory = used();
        int classes = CLASSES.getLoadedClassCount();
        for (int i = 20; i < 20 + SESSIONS; i++) {
            attack(i);
        }
        awaitTheirEnd();
        assertThat(CLASSES.getLoadedClassCount() - classes).as("classes").isLessThan(MOST_CLASSES);
        assertThat(used() - memory).as("bytes").isLessThan(MOST_BYTES);
    }

    private void awaitTheirEnd() {
        Await.until("the sessions to end", () -> server.statistics().sessions() == 1);
    }

    private static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    /** Runs a session with its own definitions, arrays of all their values, and references with ever new interfaces. */
    private void attack(int session) throws Exception {
        try (RawPeer peer = handshake()) {
            peer.send(RawPeer.define(TAKE, Inbox.class.getName(), AttackPosition.ANY.method));
            peer.send(RawPeer.define(TAKE + 1, Inbox.class.getName(), AttackPosition.ANY_ANSWER.method));
            for (int i = 0; i < DEFINITIONS; i++) {
                String name = "acme.Session" + session + ".Type" + i + "x".repeat(500);
                peer.send(RawPeer.define(i, CostlyValues.schema(i % 7, name, 0, to -> {})));
            }
            for (int i = 0; i < DEFINITIONS; i++) {
                int number = i;
                refused(peer, TAKE, to -> {
                    RawValues.ofClass(number, to);
                    to.writeByte(0);
                });
            }
            for (String element : List.of("java.io.EOFException", "java.lang.Long", Inbox.Pair.class.getName())) {
                for (int dimensions = 1; dimensions < 255; dimensions += 50) {
                    String component = "[".repeat(dimensions) + "L" + element + ";";
                    refused(peer, TAKE, to -> {
                        CostlyValues.collection(to, ARRAY_LIST, 2);
                        CostlyValues.head(to, OBJECT_ARRAY);
                        to.writeText(component);
                        to.writeSize(0);
                        to.writeByte(0);
                        to.writeByte(0xff); // the bytes before it do not matter
                    });
                }
            }
            references(peer, session);
        }
    }

    private void references(RawPeer peer, int session) throws IOException {
        List<Class<?>> known = List.of(
                Inbox.Source.class,
                dev.wherry.testkit.sample.Watcher.class,
                dev.wherry.testkit.sample.Bell.class,
                dev.wherry.testkit.sample.Item.class,
                Gate.class,
                Inbox.class);
        for (int i = 0; i < known.size(); i++) {
            String name = known.get(i).getName();
            peer.send(RawPeer.frame(RawPeer.DEFINE, 0, SOURCE + i, to -> {
                to.writeByte(1);
                to.writeText(name);
            }));
        }
        Collections.shuffle(interfaces, new Random(session));
        for (int count = 1; count <= interfaces.size(); count++) {
            List<Integer> as = interfaces.subList(0, count);
            long id = ++last;
            peer.send(RawPeer.call(id, INBOX, TAKE + 1, to -> {
                to.writeByte(3);
                RawValues.exported(
                        2 * id + 1,
                        0,
                        names -> {
                            names.writeSize(as.size());
                            as.forEach(each -> names.writeSize(SOURCE + each));
                        },
                        to);
            }));
            RawPeer.Frame back = peer.answerOrCall();
            if (back.type() == RawPeer.CALL) {
                peer.send(RawPeer.reply(back.id(), to -> to.writeByte(0xff)));
                back = peer.answerOrCall();
            }
            assertThat(back.id()).isEqualTo(id);
        }
    }

    private void refused(RawPeer peer, int method, Consumer<Out> argument) throws IOException {
        long id = ++last;
        peer.send(RawPeer.call(id, INBOX, method, argument));
        RawPeer.Frame answer = peer.answerOrCall();
        assertThat(answer.id()).isEqualTo(id);
        assertThat(AttackContract.code(answer)).isEqualTo(Code.CODEC);
    }
}
