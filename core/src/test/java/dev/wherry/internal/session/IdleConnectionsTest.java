package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.internal.wire.CallHead;
import dev.wherry.internal.wire.Frame;
import dev.wherry.spi.Out;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The memory that a server keeps for clients that have called once and then are idle. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IdleConnectionsTest {
    private static final int CONNECTIONS = 2_000;
    private static final int MOST_BYTES_EACH = 16 << 10;
    private static final int MOST_THREADS = 64;

    private static Out add() {
        Out out = new Out(64);
        int define = Frame.begin(out, Frame.DEFINE, 0, 0);
        out.writeByte(0);
        out.writeText(Rough.class.getName());
        out.writeText("add(II)I");
        Frame.end(out, define);
        int call = Frame.begin(out, Frame.CALL, 0, 1);
        new CallHead(0, RawClientTest.ROUGH, 0, 60_000, 0, Map.of()).write(out);
        out.writeByte(2); // 1 and 2, as the compact codec has them
        out.writeByte(4);
        Frame.end(out, call);
        return out;
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Test
    void costFewThreadsAndLittleHeap() throws Exception {
        List<RawClientTest.Raw> clients = new ArrayList<>();
        EndpointOptions many = EndpointOptions.builder()
                .limits(Limits.builder().connectionsPerPeer(2 * CONNECTIONS).build())
                .build();
        try (Pair pair = new Pair("tcp", many, EndpointOptions.defaults())) {
            try {
                long threads = ManagementFactory.getThreadMXBean().getThreadCount();
                long before = heap();
                for (int i = 0; i < CONNECTIONS; i++) {
                    RawClientTest.Raw client = new RawClientTest.Raw(pair);
                    clients.add(client);
                    client.send(add());
                    client.next(Frame.REPLY);
                }
                assertThat(pair.server.statistics().sessions()).isEqualTo(CONNECTIONS + 1);
                Pair.until(
                        "those that greeted them have ended",
                        () -> ManagementFactory.getThreadMXBean().getThreadCount() <= threads + MOST_THREADS);
                assertThat((heap() - before) / CONNECTIONS)
                        .as("bytes of heap for each, with that of the client")
                        .isLessThan(MOST_BYTES_EACH);
                assertThat(pair.stub.add(1, 2)).isEqualTo(3);
            } finally {
                for (RawClientTest.Raw client : clients) {
                    client.close();
                }
            }
        }
    }
}
