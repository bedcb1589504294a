package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.wherry.RemoteException.Code;
import dev.wherry.spi.Out;
import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls whose arguments would keep a processor busy are refused, each in words and soon, wherever such a value stands. */
class CostlyCallsTest extends HostileSetUp {
    private static final long HOST_OF_TASKS = 1 << 20;
    private static final long INBOX = 6; // the third to be bound
    private static final int FOLDER = 12;
    private static final String HOST = "dev.wherry.internal.tasks.TaskHost";
    private static final String PARCEL =
            "Ldev/wherry/internal/parcels/Parcel;)Ldev/wherry/internal/parcels/Parcel$Reply;";
    /** A hundred times what refusing a call may take, as others go on in this JVM. */
    private static final long MOST_NANOS = 5_000_000_000L;

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** A value with a place for anything. */
    public record Folder(String name, Object content) {}

    /** What takes values of open and of narrow types. */
    public interface Inbox {
        void take(Object value);

        void fail(Exception failure);

        void join(List<String> words);

        void add(Map<String, Integer> amounts);

        void when(LocalDate day);

        void file(Folder folder);
    }

    /** Where a value may stand, with the method that takes it. */
    enum Entry {
        OPEN("take(Ljava/lang/Object;)V", CostlyValues::write),
        THROWN("fail(Ljava/lang/Exception;)V", CostlyValues::within),
        LIST("join(Ljava/util/List;)V", CostlyValues::write),
        ELEMENT("join(Ljava/util/List;)V", (value, to) -> {
            to.writeSize(0x2c); // an ArrayList
            to.writeSize(1);
            to.writeByte(0);
            value.write(to);
        }),
        MAP("add(Ljava/util/Map;)V", CostlyValues::write),
        VALUE("when(Ljava/time/LocalDate;)V", CostlyValues::write),
        FIELD("file(Ldev/wherry/testkit/hostile/CostlyCallsTest$Folder;)V", (value, to) -> {
            RawValues.ofClass(FOLDER, to);
            to.writeText("name");
            value.write(to);
        });

        final String method;
        final BiConsumer<CostlyValues, Out> argument;

        Entry(String method, BiConsumer<CostlyValues, Out> argument) {
            this.method = method;
            this.argument = argument;
        }
    }

    /** Whether a value is taken: it is stepped over in a field that is not here, or is an exception where any may stand. */
    private static boolean costsNothing(CostlyValues value, Entry entry) {
        return switch (value) {
            case ARRAYS, SMUGGLED -> entry == Entry.THROWN;
            case UNKNOWN_CLASSES -> entry == Entry.THROWN || entry == Entry.OPEN || entry == Entry.FIELD;
            default -> false;
        };
    }

    private static byte[] call(long id, long object, int method, Consumer<Out> argument) {
        return RawPeer.frame(RawPeer.CALL, 0, id, to -> {
            to.writeByte(0);
            to.writeLongSize(object);
            to.writeSize(method);
            to.writeLongSize(30_000);
            to.writeLongSize(0);
            to.writeSize(0);
            argument.accept(to);
        });
    }

    @BeforeEach
    void bind() {
        server.bind("inbox", Inbox.class, new Inbox() {
            @Override
            public void take(Object value) {}

            @Override
            public void fail(Exception failure) {}

            @Override
            public void join(List<String> words) {}

            @Override
            public void add(Map<String, Integer> amounts) {}

            @Override
            public void when(LocalDate day) {}

            @Override
            public void file(Folder folder) {}
        });
    }

    @ParameterizedTest
    @EnumSource
    void areRefused(CostlyValues value) throws Exception {
        long before = PROCESS.getProcessCpuTime();
        try (RawPeer peer = greeted()) {
            for (Entry entry : Entry.values()) {
                peer.say(RawPeer.define(entry.ordinal(), Inbox.class.getName(), entry.method));
            }
            CostlyValues.define(peer);
            peer.say(RawPeer.frame(RawPeer.DEFINE, 0, FOLDER, to -> {
                to.writeByte(2);
                to.writeByte(0);
                to.writeText(Folder.class.getName());
                to.writeBoolean(false);
                to.writeSize(2);
                to.writeText("name");
                to.writeByte(8);
                to.writeText("content");
                to.writeByte(9);
            }));
            for (Entry entry : Entry.values()) {
                int call = entry.ordinal() + 1;
                peer.say(call(call, INBOX, entry.ordinal(), to -> entry.argument.accept(value, to)));
                if (costsNothing(value, entry)) {
                    assertThat(peer.answer().type()).as("%s", entry).isEqualTo(RawPeer.REPLY);
                } else {
                    assertThat(peer.failure(call)).as("%s", entry).isEqualTo(Code.CODEC.ordinal());
                }
            }
            int task = Entry.values().length;
            peer.say(RawPeer.define(task, HOST, "call(JL" + HOST.replace('.', '/') + "$Opening;" + PARCEL));
            peer.say(call(task + 1, HOST_OF_TASKS, task, to -> {
                to.writeVarLong(1);
                value.write(to);
                to.writeByte(0);
            }));
            assertThat(peer.failure(task + 1)).as("a task").isNotNegative();
            peer.assertAlive();
        }
        assertThat(PROCESS.getProcessCpuTime() - before).as("processor time").isLessThan(MOST_NANOS);
    }
}
