package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Blocking;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.internal.session.RawClientTest.Raw;
import dev.wherry.internal.wire.CallHead;
import dev.wherry.internal.wire.Frame;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls wait to begin until the server is likely to have capacity for their answers. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AnswerCapacityTest {
    private static final int ANSWER = 1 << 19;
    /** One session may hold half of it. */
    private static final int CAPACITY = 8 * ANSWER;

    private static final int CALLS = 40;
    /** As many as may run at the same time, for their answers fit into half of the capacity. */
    private static final int SOME = 3;

    /** The second object that is bound: their numbers are even. */
    private static final long PAGES = RawClientTest.ROUGH + 2;

    public interface Pages {
        @Blocking // so that each call has a thread of its own
        byte[] page();
    }

    private static Out calls(int first, int last) {
        Out out = new Out(1 << 12);
        int define = Frame.begin(out, Frame.DEFINE, 0, 0);
        out.writeByte(0);
        out.writeText(Pages.class.getName());
        out.writeText("page()[B");
        Frame.end(out, define);
        for (int id = first; id <= last; id++) {
            int call = Frame.begin(out, Frame.CALL, 0, id);
            new CallHead(0, PAGES, 0, 60_000, 0, Map.of()).write(out);
            Frame.end(out, call);
        }
        return out;
    }

    /** Reads answers to the last, of which each must be a result. */
    private static void assertAnswered(Raw raw, int calls) throws IOException {
        for (int left = calls; left > 0; ) {
            byte[] frame = raw.nextFrame();
            assertThat(frame[0]).as("a result, not a failure").isNotEqualTo((byte) Frame.FAILURE);
            if (frame[0] == Frame.REPLY && (frame[1] & Frame.MORE) == 0) {
                left--;
            }
        }
    }

    @Test
    void isWaitedForByCallsWhoseAnswersAreLikelyToBeLarge() throws Exception {
        EndpointOptions options = EndpointOptions.builder()
                .limits(Limits.builder()
                        .messageBytes(CAPACITY)
                        .inboundBytes(CAPACITY)
                        .build())
                .build();
        Semaphore entered = new Semaphore(0);
        Semaphore released = new Semaphore(1);
        Pages served = () -> {
            entered.release();
            released.acquireUninterruptibly();
            return new byte[ANSWER];
        };
        try (Pair pair = new Pair("tcp", options, EndpointOptions.defaults());
                Raw raw = new Raw(pair)) {
            pair.server.bind("pages", Pages.class, served);
            raw.send(calls(1, 1)); // from its answer the size of the others is estimated
            assertAnswered(raw, 1);
            entered.acquire();
            raw.send(calls(2, CALLS + 1));
            Pair.until("all have come", () -> pair.server.statistics().callsIn() == CALLS);
            entered.acquire(SOME);
            released.release(CALLS);
            assertAnswered(raw, CALLS);
        }
    }
}
