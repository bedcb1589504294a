package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The end of a session that nobody uses. */
final class IdleEndTest {
    @Test
    void comesInOrderToOneThatIsIdle() {
        try (Pair pair = new Pair("tcp")) {
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
            Session idle = pair.session();
            long later = System.nanoTime() + TimeUnit.HOURS.toNanos(2);
            Pair.until("the server says that it leaves", () -> {
                pair.server.check(later, later);
                return !idle.state().isOpen();
            });
            assertThatThrownBy(() -> idle.state().checkOpen()).isInstanceOfSatisfying(CallException.class, failed -> {
                assertThat(failed.code()).isEqualTo(CallException.Code.UNAVAILABLE);
                assertThat(failed.outcome()).isEqualTo(CallException.Outcome.NOT_RUN);
            });
            assertThat(pair.stub.add(1, 2)).as("over a new connection").isEqualTo(3);
            Pair.until("the session ends", () -> {
                pair.server.check(later, later);
                return idle.state().hasEnded();
            });
        }
    }
}
