package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.PeerEnd;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ServedCallStateTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final CallException CANCEL = new CallException(Code.CANCELLED, "by its caller");

    private final SessionState session = new SessionState("peer");
    private int interrupts;
    private final ServedCallState state = new ServedCallState(session, () -> interrupts++);
    /** Close to the end of the clock's numbers, which it may pass. */
    private final long start = Long.MAX_VALUE - 5 * MILLI;

    private void begun(long id, long millis) {
        state.begin(id, millis, start, start);
    }

    private void run() {
        state.run("pay", false);
    }

    private CallException notRun() {
        CallException why = catchThrowableOfType(CallException.class, this::run);
        assertThat(state.isRunning()).isFalse();
        return why;
    }

    @Test
    void interruptsACallThatRunsTooLongOnce() {
        begun(7, 10);
        run();
        assertThat(state.check(start + 10 * MILLI)).isTrue();
        assertThat(interrupts).isZero();
        assertThat(state.check(start + 10 * MILLI + 1)).isTrue();
        assertThat(state.check(start + 20 * MILLI)).isTrue();
        assertThat(interrupts).isEqualTo(1);
        CallException why = state.done();
        assertThat(why.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
        assertThat(why).hasMessageContaining("pay ran longer than the 10 ms");
        assertThat(state.check(start + 30 * MILLI)).isFalse();
    }

    @Test
    void neverEndsACallWithoutALimit() {
        begun(7, 0);
        run();
        assertThat(state.check(start + TimeUnit.DAYS.toNanos(365))).isTrue();
        assertThat(state.nanosLeft(start)).isEqualTo(Long.MAX_VALUE / 2);
        assertThat(state.done()).isNull();
        assertThat(interrupts).isZero();
    }

    @Test
    void doesNotRunWhatWaitedForTooLong() {
        begun(7, 10);
        assertThat(state.nanosLeft(start + 4 * MILLI)).isEqualTo(6 * MILLI);
        assertThat(state.check(start + 10 * MILLI)).isTrue();
        assertThat(state.check(start + 10 * MILLI + 1)).isTrue();
        CallException why = notRun();
        assertThat(why.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
        assertThat(why.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(interrupts).isZero();
        assertThat(state.done()).isNull();
        assertThat(state.check(start + 20 * MILLI)).isFalse();
    }

    @Test
    void doesNotRunWhatCameTooLate() {
        state.begin(7, 10, start, start + 10 * MILLI + 1);
        assertThat(notRun().code()).isEqualTo(Code.DEADLINE_EXCEEDED);
    }

    @Test
    void saysOfACallThatWasNotRunNothingOfTheOneBefore() {
        begun(7, 10);
        run();
        state.done();
        begun(8, 10);
        state.check(start + 11 * MILLI);
        assertThat(notRun()).hasMessageStartingWith("The call was not run");
    }

    @Test
    void keepsACancelThatOvertookItsCall() {
        begun(7, 10);
        state.stop(8, CANCEL);
        run();
        assertThat(state.done()).as("it meant the next one").isNull();
        begun(8, 10);
        assertThat(notRun().code()).isEqualTo(Code.CANCELLED);
    }

    @Test
    void forgetsACancelThatCameTooLate() {
        begun(7, 10);
        run();
        assertThat(state.done()).isNull();
        state.stop(7, CANCEL);
        begun(8, 10);
        run();
        assertThat(state.done()).isNull();
        assertThat(interrupts).isZero();
    }

    @Test
    void reportsTheFirstReason() {
        begun(7, 10);
        run();
        state.stop(7, CANCEL);
        state.check(start + 11 * MILLI);
        assertThat(state.done()).hasMessage(CANCEL.getMessage()).returns(Outcome.RAN, CallException::outcome);
    }

    @Test
    void leavesAGentleMethodAlone() {
        begun(7, 10);
        state.run("pay", true);
        state.stopAny(CANCEL);
        assertThat(interrupts).isZero();
        assertThat(state.done()).hasMessage(CANCEL.getMessage()).returns(Outcome.RAN, CallException::outcome);
    }

    @Test
    void doesNotRunForAPeerThatIsGone() {
        begun(7, 10);
        session.end(PeerEnd.Reason.DIED, "the link broke", 1);
        assertThat(notRun().code()).isEqualTo(Code.UNAVAILABLE);
    }

    @Test
    void givesWayOnceHalfOfItsTimeIsGone() {
        begun(7, 1_000);
        assertThat(state.unwanted(start + 500 * MILLI)).isNull();
        CallException late = state.unwanted(start + 501 * MILLI);
        assertThat(late.code()).isEqualTo(Code.REFUSED);
        assertThat(late.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(late).hasMessageContaining("501 of the 1000 ms");
        assertThat(state.unwanted(start + 1_001 * MILLI).code()).isEqualTo(Code.DEADLINE_EXCEEDED);
    }

    @Test
    void doesNotGiveWayForTheTimeThatItsMessageTook() {
        state.begin(7, 1_000, start, start + 700 * MILLI);
        assertThat(state.unwanted(start + 850 * MILLI)).isNull();
        assertThat(state.unwanted(start + 851 * MILLI)).hasMessageContaining("151 of the 300 ms");
    }

    @Test
    void givesWayForNoShortWaitAndWithoutALimitForNone() {
        begun(7, 150);
        assertThat(state.unwanted(start + 100 * MILLI)).isNull();
        assertThat(state.unwanted(start + 101 * MILLI).code()).isEqualTo(Code.REFUSED);
        begun(8, 0);
        assertThat(state.unwanted(start + TimeUnit.DAYS.toNanos(1))).isNull();
    }

    /** Twice as many calls are received as can be run, and each is answered in time or refused at once. */
    @Test
    void keepsAServerUsefulThatIsOfferedTwiceWhatItCanDo() {
        Deque<Long> waiting = new ArrayDeque<>();
        int inTime = 0;
        int refused = 0;
        for (long milli = 0; milli < 20_000; milli++) {
            waiting.add(milli);
            waiting.add(milli);
            boolean ran = false;
            while (!ran && !waiting.isEmpty()) {
                long sent = waiting.poll();
                state.begin(milli + 1, 1_000, start + sent * MILLI, start + sent * MILLI);
                ran = state.unwanted(start + milli * MILLI) == null;
                refused += ran ? 0 : 1;
                inTime += ran && milli + 1 - sent < 1_000 ? 1 : 0;
            }
        }
        assertThat(inTime).isEqualTo(20_000);
        assertThat(refused).isGreaterThan(18_000);
    }

    @Test
    void isNotStoppedByTheSessionsEndOnceItWasReportedAsRunning() {
        begun(7, 1_000);
        run();
        state.keep();
        state.stopAny(CANCEL);
        assertThat(interrupts).isZero();
        assertThat(state.done()).isNull();
        begun(8, 1_000);
        run();
        state.stopAny(CANCEL);
        assertThat(interrupts).as("the next call is another").isEqualTo(1);
    }
}
