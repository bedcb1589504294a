package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException.Code;
import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A run whose servers' host goes away between its two points of the grid. */
@Timeout(120)
class LostAgentTest {
    private static final String ANY_PORT = "tcp://127.0.0.1:0";

    @TempDir
    Path here;

    @TempDir
    Path there;

    private Checkpoint checkpoint;

    /** How it goes; all servers that it had started have ended then. */
    private enum End {
        /** The connection ends with it. */
        KILLED {
            @Override
            void of(LonelyAgent agent) {
                agent.close();
            }
        },
        /** It still answers. */
        TOLD_TO_END {
            @Override
            void of(LonelyAgent agent) {
                List<ProcessHandle> servers = agent.process().descendants().toList();
                assertThat(servers).isNotEmpty();
                agent.process().toHandle().destroy(); // and not the process, which would lose its input too
                servers.forEach(server -> server.onExit().join());
            }
        };

        abstract void of(LonelyAgent agent);
    }

    @BeforeEach
    void hasTwoCheckouts() throws IOException {
        new LabFolder(here).with("good");
        new LabFolder(there).with("good");
        checkpoint = Checkpoint.in(here.resolve("out"));
    }

    private LonelyAgent agent(String address, String flags) throws Exception {
        List<String> environment =
                List.of("env", "-u", "_JAVA_OPTIONS", "-u", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS=" + flags);
        return LonelyAgent.start(environment, there, address);
    }

    private Lab lab() throws IOException {
        return Lab.open(here).showing(AgentTest.TOKEN);
    }

    /** Runs with the servers on an agent's host, which goes when this is being done; returns the cells that were told by then. */
    private List<Cell> loses(LonelyAgent agent, End end, String... doing) throws Exception {
        Recorder recorder = new Recorder() {
            @Override
            public void doing(String what) {
                if (List.of(doing).stream().allMatch(what::contains)) {
                    end.of(agent);
                }
            }
        };
        assertThatThrownBy(() -> lab().run(AgentTest.plan(agent.uri(), Map.of(), "good"), recorder, checkpoint))
                .satisfies(AgentTest.fails(Code.UNAVAILABLE))
                .hasMessageStartingWith("The agent at " + agent.uri() + " is gone: ");
        assertThat(recorder.ended).isTrue();
        return recorder.cells;
    }

    @ParameterizedTest
    @EnumSource
    void endsAndIsCarriedOnWhenTheHostIsBackAsItWas(End end) throws Exception {
        String uri;
        try (LonelyAgent agent = agent(ANY_PORT, "-Dof=then")) {
            uri = agent.uri();
            assertThat(loses(agent, end, "round 1 of", "threads=2"))
                    .extracting(Cell::verdict)
                    .containsExactly(Verdict.MEASURED);
        }
        try (LonelyAgent _ = agent(uri, "-Dof=now")) {
            assertThatThrownBy(() -> lab().resume(checkpoint, new Recorder()))
                    .isInstanceOf(LabException.class)
                    .hasMessageContaining("at the servers' host the environment's JVM flags were"
                            + " 'JAVA_TOOL_OPTIONS=-Dof=then' and are 'JAVA_TOOL_OPTIONS=-Dof=now'");
        }
        try (LonelyAgent _ = agent(uri, "-Dof=then")) {
            Results results = lab().resume(checkpoint, new Recorder());
            assertThat(results.cells()).extracting(Cell::verdict).containsExactly(Verdict.MEASURED, Verdict.MEASURED);
            assertThat(results.serverHost()).isNotNull();
            assertThat(results.serverHost().flags()).isEqualTo("JAVA_TOOL_OPTIONS=-Dof=then");
        }
    }

    @Test
    void takesNoSystemForAbsentWhoseHostGoesBeforeItIsPrepared() throws Exception {
        try (LonelyAgent agent = agent(ANY_PORT, "")) {
            assertThat(loses(agent, End.KILLED, "good: preparing")).isEmpty();
        }
        assertThat(checkpoint.exists()).isFalse();
    }
}
