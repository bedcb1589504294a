package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Peer;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** By the measure of the JVM, which is one for all that runs in it. */
@Isolated
@Tag("long")
class ThousandVersionsTest {
    @Test
    void takeTheRoomOfAFew() throws Exception {
        MemoryPoolMXBean metaspace = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Metaspace"))
                .findFirst()
                .orElseThrow();
        try (HostAndClient ends = new HostAndClient(
                MobilityPolicy.builder().acceptAnyone().recorder(_ -> {}).build())) {
            Peer peer = ends.peer();
            run(peer, 300); // what the JVM makes for itself while it warms up is made by then
            long before = settled(metaspace);
            run(peer, 1_000);
            assertThat(settled(metaspace)).isLessThan(before + before / 20);
        }
    }

    private static void run(Peer peer, int versions) throws Exception {
        for (int i = 0; i < versions; i++) {
            try (Workspace workspace = Workspace.at(peer, WorkspaceOptions.own())) {
                assertThat((List<?>) workspace.call(UnloadingTest.task())).hasSize(3);
            }
        }
    }

    private static long settled(MemoryPoolMXBean pool) throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            System.gc();
            Thread.sleep(50);
            least = Math.min(least, pool.getUsage().getUsed());
        }
        return least;
    }
}
