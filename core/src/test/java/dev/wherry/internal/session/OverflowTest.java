package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Calls;
import dev.wherry.EndpointOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A caller whose own recursion overflows somewhere on the way of a call, at each frame in turn. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class OverflowTest {
    private static final int WARM = 2_000;
    /** So many frames before the last that fits: more than the way of a call has. */
    private static final int FRAMES = 400;

    private static final long STACK = 1 << 19;

    private static final EndpointOptions OPTIONS =
            EndpointOptions.builder().timeout(Duration.ofSeconds(10)).build();

    enum Way {
        WAITING(rough -> rough.add(1, 2)),
        FUTURE(rough -> Calls.async(rough, each -> each.add(1, 2))),
        QUEUED(rough -> rough.note(1));

        final Consumer<Rough> call;

        Way(Consumer<Rough> call) {
            this.call = call;
        }
    }

    @ParameterizedTest
    @EnumSource
    void leavesTheMainLinkToOthers(Way way) throws Exception {
        EndpointOptions noLanes = OPTIONS.toBuilder().lanes(0).build();
        try (Pair pair = new Pair("tcp", noLanes, noLanes)) {
            overflowEverywhere(pair, way.call);
            assertThat(pair.session().state().hasEnded()).isFalse();
        }
    }

    @Test
    void leavesTheLanesToOthers() throws Exception {
        try (Pair pair = new Pair("tcp", OPTIONS, OPTIONS)) {
            pair.openLanes(1);
            overflowEverywhere(pair, Way.WAITING.call);
        }
    }

    private static void overflowEverywhere(Pair pair, Consumer<Rough> call) throws InterruptedException {
        for (int i = 0; i < WARM; i++) {
            call.accept(pair.stub);
        }
        AtomicInteger overflows = new AtomicInteger();
        for (int before = 0; before < FRAMES; before++) {
            int depth = before;
            inSmallStack(() -> {
                call.accept(pair.stub); // what the JDK makes at a thread's first write is made
                try {
                    toTheEndAndBack(depth, () -> call.accept(pair.stub));
                } catch (IllegalStateException | StackOverflowError e) {
                    overflows.incrementAndGet();
                }
            });
            assertThat(pair.stub.add(depth, 1)).isEqualTo(depth + 1);
        }
        assertThat(overflows.get()).as("overflows").isPositive();
        pair.awaitQuiet();
    }

    private static void inSmallStack(Runnable what) throws InterruptedException {
        Thread thread = new Thread(null, what, "small", STACK);
        thread.start();
        thread.join();
    }

    /**
     * Goes down until the stack is at its end, then so many frames back, and runs it there. Returns how many frames are still
     * to go; below 0: it has run.
     */
    @SuppressWarnings("InfiniteRecursion") // that is its purpose
    private static int toTheEndAndBack(int back, Runnable what) {
        int left;
        try {
            left = toTheEndAndBack(back, what);
        } catch (StackOverflowError e) {
            return back;
        }
        if (left == 0) {
            run(what);
        }
        return left - 1;
    }

    /** An overflow in it is not one on the way down. */
    private static void run(Runnable what) {
        try {
            what.run();
        } catch (StackOverflowError e) {
            throw new IllegalStateException(e);
        }
    }
}
