package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import dev.wherry.ledger.FileLedger;
import dev.wherry.memory.MemoryRings;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.endpoint.RecordingServer.Point;
import dev.wherry.testkit.endpoint.RecordingServer.Vault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that records calls is killed in the middle of one, and started again. */
class KilledRecorderTest {
    @TempDir
    Path folder;

    private ChildJvm server(String address, Point stop) throws IOException {
        return new ChildJvm(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                ChildJvm.path(Endpoint.class, FileLedger.class, MemoryRings.class, RecordingServer.class),
                RecordingServer.class.getName(),
                address,
                folder.toString(),
                stop.name()));
    }

    private static String address(ChildJvm server) throws Exception {
        return server.awaitLine("listening ").substring("listening ".length());
    }

    /** Makes one call while the server is killed at a point and started again. Returns its outcome, and of one with the same key. */
    private List<String> deposit(Point stop, boolean async) throws Exception {
        try (ChildJvm first = server("tcp://127.0.0.1:0", stop);
                Endpoint client = Endpoint.create()) {
            String address = address(first);
            Vault vault = Calls.with(
                    client.lookup(address + "/vault", Vault.class),
                    CallOptions.builder().context(ContextKey.CALL_KEY, "a key").build());
            Running<List<String>> call = Running.start(() ->
                    async ? Calls.async(vault, each -> each.deposit("gold")).get() : vault.deposit("gold"));
            first.awaitLine("stopped");
            assertThatThrownBy(() -> FileLedger.open(RecordingServer.ledger(folder)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use");
            first.kill();
            try (ChildJvm second = server(address, Point.NEVER)) {
                address(second);
                List<String> answer;
                try {
                    answer = call.get();
                } finally {
                    assertThat(RecordingServer.runs(folder)).isEqualTo(1);
                }
                assertThat(vault.deposit("gold")).isEqualTo(answer);
                assertThat(RecordingServer.runs(folder)).isEqualTo(1);
                assertThat(answer).hasSize(2);
                return List.of(answer.get(1).equals("run by " + first.pid()) ? "first" : "second");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void getsTheAnswerThatTheKilledServerHasRecorded(boolean async) throws Exception {
        assertThat(deposit(Point.BEFORE_ITS_ANSWER_IS_SENT, async)).containsExactly("first");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isRunByTheSecondServerIfTheFirstHasNotBegun(boolean async) throws Exception {
        assertThat(deposit(Point.BEFORE_IT_IS_RECORDED, async)).containsExactly("second");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void hasAnUnknownOutcomeIfItHadBegunAndIsNeverRunAgain(boolean async) {
        assertThatThrownBy(() -> deposit(Point.BEFORE_ITS_ANSWER_IS_RECORDED, async))
                .satisfies(thrown -> {
                    Throwable failure = thrown instanceof CallException ? thrown : thrown.getCause();
                    assertThat(failure).isInstanceOf(CallException.class);
                    assertThat(((CallException) failure).code()).isEqualTo(CallException.Code.UNKNOWN_OUTCOME);
                    assertThat(failure).hasMessageContaining("is not run again");
                });
    }
}
