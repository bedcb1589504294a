package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RunningLimitTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final RunningLimit limit = new RunningLimit("limit 'callsRunning', 2", 2);
    private final List<String> turns = new ArrayList<>();

    private boolean enter(String session, String call) {
        return limit.enter(session, waiter(call), 0);
    }

    private RunningLimit.Waiter waiter(String call) {
        return () -> turns.add(call);
    }

    @Test
    void runsAsManyAsTheLimitSays() {
        assertThat(enter("a", "1")).isTrue();
        assertThat(enter("a", "2")).isTrue();
        assertThat(enter("a", "3")).isFalse();
        assertThat(enter("b", "4")).isFalse();
        assertThat(limit.waiting()).isEqualTo(2);
        limit.leave(0);
        assertThat(turns).containsExactly("3");
        assertThat(limit.running()).isEqualTo(2);
        limit.leave(0);
        limit.leave(0);
        limit.leave(0);
        assertThat(turns).containsExactly("3", "4");
        assertThat(limit.running()).isZero();
        assertThat(limit.waiting()).isZero();
        assertThat(enter("a", "5")).isTrue();
    }

    @Test
    void takesTheSessionsInTurn() {
        enter("flood", "1");
        enter("flood", "2");
        for (int i = 3; i < 1_000; i++) {
            enter("flood", "" + i);
        }
        enter("quiet", "a");
        enter("other", "x");
        enter("quiet", "b");
        for (int i = 0; i < 6; i++) {
            limit.leave(0);
        }
        assertThat(turns).containsExactly("3", "a", "x", "4", "b", "5");
    }

    @Test
    void passesTheTurnOfACallThatDoesNotRun() {
        enter("a", "1");
        enter("a", "2");
        limit.enter(
                "a",
                () -> {
                    turns.add("refused");
                    return false;
                },
                0);
        enter("a", "4");
        limit.leave(0);
        assertThat(turns).containsExactly("refused", "4");
        assertThat(limit.running()).isEqualTo(2);
    }

    @Test
    void forgetsCallsThatAreRemoved() {
        enter("a", "1");
        enter("a", "2");
        RunningLimit.Waiter third = waiter("3");
        limit.enter("a", third, 0);
        enter("a", "4");
        enter("b", "5");
        assertThat(limit.remove("c", _ -> true, 0)).isEmpty();
        assertThat(limit.remove("a", each -> each == third, 0)).containsExactly(third);
        assertThat(limit.remove("b", _ -> true, 0)).hasSize(1);
        limit.leave(0);
        limit.leave(0);
        assertThat(turns).containsExactly("4");
        assertThat(limit.waiting()).isZero();
    }

    @Test
    void doesNotTakeABurstForAnOverload() {
        enter("a", "1");
        enter("a", "2");
        limit.enter("a", waiter("3"), 0);
        assertThat(limit.wait("a", 99 * MILLI)).isZero();
        assertThat(limit.wait("a", 100 * MILLI)).isEqualTo(100 * MILLI);
        assertThat(limit.wait("b", 100 * MILLI)).as("of another session").isZero();
        limit.enter("a", waiter("4"), 90 * MILLI);
        limit.leave(10 * MILLI);
        assertThat(limit.wait("a", 120 * MILLI)).as("of the first that waits").isEqualTo(30 * MILLI);
        limit.leave(0);
        limit.enter("a", waiter("5"), 130 * MILLI);
        assertThat(limit.wait("a", 200 * MILLI)).as("after a break").isZero();
    }

    @Test
    void takesABurstForAnOverloadAfterACallHasWaitedInVain() {
        enter("a", "1");
        enter("a", "2");
        limit.enter("a", waiter("3"), 0);
        assertThat(limit.remove("a", _ -> true, 200 * MILLI)).hasSize(1);
        limit.enter("a", waiter("4"), 210 * MILLI);
        assertThat(limit.wait("a", 220 * MILLI)).isEqualTo(10 * MILLI);
        limit.enter("b", waiter("5"), 400 * MILLI);
        assertThat(limit.wait("b", 450 * MILLI)).as("later").isZero();
    }

    private long turns(int count, long now, long interval) {
        for (int i = 1; i <= count; i++) {
            limit.leave(now + i * interval);
        }
        return now + count * interval;
    }

    @Test
    void expectsThatTurnsTakeAsLongAsTheLastOnes() {
        for (int i = 1; i <= 202; i++) {
            enter("a", "" + i);
        }
        long now = turns(20, 0, 10 * MILLI);
        assertThat(limit.wait("a", now)).as("of 180 calls").isEqualTo(180 * 10 * MILLI);
        now = turns(1, now, 180 * MILLI);
        assertThat(limit.wait("a", now)).as("after one slow turn").isEqualTo(179 * 10 * MILLI);
        now = turns(1, now, 170 * MILLI);
        assertThat(limit.wait("a", now)).as("after two slow turns").isEqualTo(178 * 170 * MILLI);
        now = turns(10, now, 10 * MILLI);
        assertThat(limit.wait("a", now)).as("after fast turns").isEqualTo(168 * 10 * MILLI);
    }

    /** A machine that pauses in a flood of short calls is not one that needs the length of the pause for each of them. */
    @Test
    void doesNotTakeAPauseInAFloodForAnOverload() {
        long micro = TimeUnit.MICROSECONDS.toNanos(1);
        for (int i = 1; i <= 40_002; i++) {
            enter("a", "" + i);
        }
        long now = 0;
        for (long pause : new long[] {6 * MILLI, 3_000 * MILLI, 50 * MILLI}) {
            for (int i = 1; i <= 5_000; i++) {
                now = turns(1, now, 20 * micro);
                assertThat(limit.wait("a", now)).as("turn %s", i).isLessThan(5_000 * MILLI);
            }
            now = turns(1, now, pause);
            assertThat(limit.wait("a", now)).as("after a pause of %s ns", pause).isLessThan(5_000 * MILLI);
        }
    }

    /** Ten times as many calls are received as can be run. Those that are run are answered in time, and no time is lost. */
    @Test
    void keepsAServerUsefulThatIsOfferedTenTimesWhatItCanDo() {
        long patience = 200 * MILLI;
        Map<String, Integer> inTime = new HashMap<>();
        Map<String, Integer> refused = new HashMap<>();
        Deque<Runnable> running = new ArrayDeque<>();
        long[] now = {0};
        Random random = new Random(87);
        for (; now[0] < 10_000 * MILLI; now[0] += MILLI) {
            for (int i = 0; i < 20; i++) {
                // One session sends as much as nine others.
                String session = random.nextInt(2) == 0 ? "flood" : "quiet " + random.nextInt(9);
                long sent = now[0];
                if (limit.wait(session, sent) > patience / 2) {
                    refused.merge(session, 1, Integer::sum);
                    continue;
                }
                Runnable ends = () -> {
                    if (now[0] + MILLI - sent < patience) {
                        inTime.merge(session, 1, Integer::sum);
                    }
                };
                if (limit.enter(session, () -> now[0] - sent <= patience / 2 && running.add(ends), sent)) {
                    running.add(ends);
                }
            }
            for (int i = Math.min(2, running.size()); --i >= 0; ) {
                running.remove().run();
                limit.leave(now[0]);
            }
        }
        int all = inTime.values().stream().mapToInt(count -> count).sum();
        assertThat(all).isGreaterThan(19_000);
        assertThat(inTime.get("flood")).as("a tenth of it").isBetween(1_700, 2_300);
        assertThat(refused.get("flood")).isGreaterThan(90_000);
    }
}
