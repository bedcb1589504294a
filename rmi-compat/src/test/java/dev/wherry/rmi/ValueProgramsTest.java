package dev.wherry.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import grid.GridClient;
import grid.GridServer;
import invoker.InvokerClient;
import invoker.InvokerServer;
import java.util.List;
import management.ManagementClient;
import management.ManagementServer;
import miner.EngineClient;
import miner.EngineServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import replication.Node;
import repository.RepositoryClient;
import repository.RepositoryServer;
import scheduler.SchedulerClient;
import scheduler.SchedulerServer;
import sql.CommandClient;
import sql.CommandServer;
import tuples.SpaceClient;
import tuples.SpaceServer;

/** Programs that send and return values of the classes that programs for Java RMI use. */
class ValueProgramsTest extends ProgramRuns {
    @ParameterizedTest
    @EnumSource
    void managesByTheJdksConnector(Over over) throws Exception {
        Program server = ready(over, ManagementServer.class);
        assertThat(start(over, ManagementClient.class).toTheEnd())
                .containsExactly(
                        "opening 10",
                        "changed from 10 to 20 at plant:type=Valve",
                        "[plant:type=Valve]",
                        "[plant:type=Valve]",
                        "true",
                        "2 operations",
                        "stuck at 20",
                        "stuck at 20",
                        "exit 0");
        assertThat(server.line()).isEqualTo("closed");
    }

    @ParameterizedTest
    @EnumSource
    void schedulesJobsByTheirClass(Over over) throws Exception {
        Program server = ready(over, SchedulerServer.class);
        assertThat(start(over, SchedulerClient.class).toTheEnd())
                .containsExactly(
                        "plant true",
                        "class scheduler.PrintJob [once, Europe/Paris]",
                        "[reports.daily, reports.late]",
                        "class java.util.TreeMap",
                        "There is a job reports.daily",
                        "the loader cannot travel",
                        "exit 0");
        assertThat(server.toTheEnd()).containsExactly("runs the report, changed: true", "exit 0");
    }

    @ParameterizedTest
    @EnumSource
    void replicatesACache(Over over) throws Exception {
        ready(over, Node.class);
        assertThat(start(over, Node.class, "second").toTheEnd())
                .containsExactly(
                        "tides: Brest=05:12 version 2 hits 1",
                        "[Calais, chart]",
                        "Calais=[11:40, 23:58] version 3 hits 1",
                        "chart=5000000 bytes version 3 hits 1",
                        "exit 0");
    }

    @ParameterizedTest
    @EnumSource
    void readsARepositoryByIteratorsOfRemoteObjects(Over over) throws Exception {
        ready(over, RepositoryServer.class);
        assertThat(start(over, RepositoryClient.class).toTheEnd())
                .containsExactly(
                        "3 items",
                        "/harbour/berths/",
                        "/harbour/depth = 12",
                        "/harbour/name = Roscoff",
                        "Roscoff",
                        (over == Over.RMI ? "PathNotFoundException" : "RepositoryException") + ": /harbour/depths",
                        "nobody",
                        "exit 0");
    }

    @ParameterizedTest
    @EnumSource
    void runsATaskWithItsData(Over over) throws Exception {
        ready(over, EngineServer.class);
        assertThat(start(over, EngineClient.class).toTheEnd())
                .containsExactly("task0 learned [height, weight] of 2 rows: 2.0", "No task nothing", "exit 0");
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheStateOfSqlExceptions(Over over) throws Exception {
        ready(over, CommandServer.class);
        assertThat(start(over, CommandClient.class).toTheEnd())
                .containsExactly(
                        "[select, 7, null, [1, 2]]",
                        "not authorized 28000 -4000",
                        "twice 23505 -104 index true",
                        "first 01000",
                        "second 01001",
                        "exit 0");
    }

    @ParameterizedTest
    @EnumSource
    void invokesObjectsOfOtherClientsByName(Over over) throws Exception {
        ready(over, GridServer.class);
        assertThat(start(over, GridClient.class).toTheEnd())
                .containsExactly(
                        "added 1",
                        "called back: 2.5",
                        "direct: 2.5",
                        "created",
                        "requested failure",
                        "no nothing",
                        "exit 0");
    }

    @ParameterizedTest
    @EnumSource
    void waitsForATuple(Over over) throws Exception {
        Program server = ready(over, SpaceServer.class);
        Program taker = start(over, SpaceClient.class, "take");
        assertThat(server.line()).isEqualTo("a client waits");
        assertThat(start(over, SpaceClient.class, "put").toTheEnd()).containsExactly("exit 0");
        assertThat(taker.toTheEnd())
                .contains("took [job, 2]", "interrupted: true")
                .endsWith("exit 0");
        assertThat(server.line()).isEqualTo("wanted: true");
        assertThat(server.line()).isEqualTo("wanted: false");
    }

    @ParameterizedTest
    @EnumSource
    void invokesAPlainInterfaceByTheClassesOfItsParameters(Over over) throws Exception {
        ready(over, InvokerServer.class);
        assertThat(start(over, InvokerClient.class).toTheEnd())
                .containsExactly("17", "[a, b] hello 3 2", "[1, 2]", "closed at 12", "exit 0");
    }

    /** Such an engine relies on a property of Java RMI that is not documented. */
    @ParameterizedTest
    @EnumSource
    void runsAnEngineThatIsBoundToOneThread(Over over) throws Exception {
        List<String> properties = List.of(REGISTERED, "-Dwherry.rmi.threads=caller");
        ready(over, properties, load.EngineServer.class);
        assertThat(start(over, properties, load.EngineClient.class).toTheEnd())
                .hasSize(4)
                .startsWith("home 9", "search 9")
                .anyMatch(line -> line.startsWith("ended for "))
                .endsWith("exit 0");
    }

    @Test
    void servesOtherThreadsOfAClientOnOtherThreads() throws Exception {
        List<String> properties = List.of(REGISTERED, "-Dwherry.rmi.threads=caller");
        ready(Over.WHERRY, properties, load.EngineServer.class);
        assertThat(start(Over.WHERRY, properties, load.EngineClient.class, "from another thread")
                        .toTheEnd())
                .endsWith("The engine is not owned by this thread: cannot call setProperty", "exit 0");
    }
}
