package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.internal.session.Heartbeat.Need;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A heartbeat of 10 s, checked every second of made-up times, which are in seconds. */
final class HeartbeatTest {
    private static final long SECOND = 1_000_000_000;
    /** So that the clock overflows during the tests. */
    private static final long BEGIN = Long.MAX_VALUE - Duration.ofSeconds(20).toNanos();

    private final Heartbeat heartbeat = new Heartbeat(Duration.ofSeconds(10), BEGIN);
    private long heard;
    private boolean full;
    private long written;
    private boolean waits;

    private Need at(long second) {
        return heartbeat.check(BEGIN + second * SECOND, BEGIN + heard * SECOND, waits, full, written);
    }

    /** Returns what is needed in each second up to this one, if anything. */
    private List<String> until(long from, long to) {
        List<String> needs = new ArrayList<>();
        for (long second = from; second <= to; second++) {
            Need need = at(second);
            if (need != Need.NOTHING) {
                needs.add(need + " " + second);
            }
        }
        return needs;
    }

    @Test
    void asksASilentPeerTwiceAndThenGivesItUp() {
        assertThat(until(1, 30)).containsExactly("PING 10", "PING 20", "END 30");
    }

    @Test
    void noticesSilenceSoonerWhileACallWaits() {
        waits = true;
        assertThat(until(1, 6)).containsExactly("PING 2", "PING 4", "END 6");
    }

    @Test
    void asksNobodyWhoIsHeard() {
        for (int second = 1; second < 100; second++) {
            heard = second - second % 9;
            assertThat(at(second)).isEqualTo(Need.NOTHING);
        }
    }

    @Test
    void asksAgainAfterEachAnswer() {
        assertThat(until(1, 10)).containsExactly("PING 10");
        heard = 11;
        assertThat(until(11, 41)).containsExactly("PING 21", "PING 31", "END 41");
    }

    @Test
    void takesNoPauseOfThisProcessForSilence() {
        assertThat(until(1, 10)).containsExactly("PING 10");
        assertThat(at(500)).as("what has come is not read yet").isEqualTo(Need.NOTHING);
        assertThat(until(501, 530)).containsExactly("PING 510", "PING 520", "END 530");
    }

    @Test
    void takesBytesThatAFullLinkAcceptsForASignOfLife() {
        full = true;
        for (int second = 1; second < 100; second++) {
            written += second % 9 == 0 ? 1 : 0;
            assertThat(at(second)).isEqualTo(Need.NOTHING);
        }
        assertThat(until(100, 129)).containsExactly("PING 109", "PING 119", "END 129");
    }

    @Test
    void takesBytesThatALinkKeepsForNone() {
        for (int second = 1; second < 30; second++) {
            written++;
            assertThat(at(second)).isNotEqualTo(Need.END);
        }
        assertThat(at(30)).isEqualTo(Need.END);
    }

    @Test
    void doesNothingIfItIsOff() {
        Heartbeat off = new Heartbeat(Duration.ZERO, BEGIN);
        assertThat(off.check(BEGIN + 1_000 * SECOND, BEGIN, true, false, 0)).isEqualTo(Need.NOTHING);
        Heartbeat late = new Heartbeat(Duration.ofSeconds(Long.MAX_VALUE), 0);
        assertThat(late.check(Long.MAX_VALUE / 5, 0, false, false, 0)).isEqualTo(Need.NOTHING);
    }
}
