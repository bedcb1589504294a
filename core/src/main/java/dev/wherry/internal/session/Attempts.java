package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.loop.LoopThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one call of a bound name. A call that was surely not run, since its session had ended or a limit refused it, is
 * made again; an {@code @Idempotent} one also if its outcome is unknown. For one thread at a time.
 */
final class Attempts implements AsyncCall.Repetition {
    static final int MOST = 4;
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);

    private final Route route;
    private final RemoteMethod method;
    private final CallOptions options;
    private final long until;
    /** Null for a call without an order. */
    private CallOrder.@Nullable Turn turn;
    /** The servers that have refused the call. */
    private List<SessionPeer> refused = List.of();

    private int made;
    private long pause;
    private boolean lookedUp;
    /** Whether it counts as a call that searches. */
    private boolean searches;

    private @Nullable CallException last;
    private @Nullable CallException unknown;
    /** The ledger that may have a record of the call; null if no attempt may have run. */
    private @Nullable String ledger;

    /** @param until the end of the call, by the caller's clock */
    Attempts(Route route, RemoteMethod method, CallOptions options, long until) {
        this.route = route;
        this.method = method;
        this.options = options;
        this.until = until;
        turn = options.ordered() ? route.order().add() : null;
    }

    /** Returns a pause of random length before an attempt: up to 10 ms before the second, up to 500 ms in the end. */
    static long pause(int attempt, RandomGenerator random) {
        return random.nextLong(Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.clamp(attempt - 2, 0, 10)));
    }

    @Override
    public @Nullable RemoteReference known() {
        RemoteReference known = route.known();
        return known == null || turn == null || turn.hasCome(known) ? known : null;
    }

    @Override
    public void beginSearch() {
        Semaphore places = route.finder().searches();
        try {
            if (!places.tryAcquire()) {
                end(); // the calls that have the places may come later in the order
                LoopThread.leaveLoop();
                if (!places.tryAcquire(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    throw NameSearch.overdue(route);
                }
                turn = turn == null ? null : route.order().add();
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        searches = true;
    }

    @Override
    public void endSearch() {
        if (searches) {
            searches = false;
            route.finder().searches().release();
        }
    }

    @Override
    public RemoteReference find() {
        RemoteReference found = findRecorded();
        try {
            while (turn != null && !turn.hasCome(found)) {
                LoopThread.leaveLoop();
                if (!turn.await(found, until)) {
                    found = findRecorded();
                } else if (until - System.nanoTime() <= 0) {
                    throw new CallException(
                                    Code.DEADLINE_EXCEEDED,
                                    "The call was not made in time at " + route
                                            + ": a call that comes before it in their order had not ended")
                            .withOutcome(Outcome.NOT_RUN);
                } else {
                    break;
                }
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        return found;
    }

    /** Returns where the next attempt can be made, which has the record of an earlier one if that may have run. */
    private RemoteReference findRecorded() {
        RemoteReference found = findAny();
        if (ledger != null && !ledger.equals(found.server().ledger())) {
            throw new CallException(
                            Code.UNAVAILABLE,
                            "The call was not made again, since " + found.server()
                                    + " does not have the ledger of the server" + " at which it may have run")
                    .withOutcome(Outcome.NOT_RUN);
        }
        return found;
    }

    private RemoteReference findAny() {
        pause();
        if (!refused.isEmpty()) {
            RemoteReference other = route.elsewhere(refused, until);
            if (other != null) {
                return other;
            }
            if (last != null && !isAgainInTime(last)) {
                throw last;
            }
            refused = List.of();
            pause();
        }
        // A recorded call that may have run is worth waiting for.
        boolean patient = ledger != null && !options.failFast();
        return route.at(patient ? options.toBuilder().waitForReady().build() : options, until);
    }

    private void pause() {
        if (pause > 0) {
            LoopThread.leaveLoop();
            try {
                TimeUnit.NANOSECONDS.sleep(pause);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
            pause = 0;
        }
    }

    private CallException interrupted(InterruptedException e) {
        return new CallException(Code.CANCELLED, "Interrupted before a call was made at " + route, e)
                .withOutcome(Outcome.NOT_RUN);
    }

    @Override
    public void made(RemoteReference to) {
        if (turn != null) {
            turn.sent(to);
        }
    }

    @Override
    public void end() {
        if (turn != null) {
            turn.end();
        }
    }

    @Override
    public CallOptions options() {
        long left = until - System.nanoTime();
        if (left <= 0) {
            throw NameSearch.overdue(route);
        }
        return Retries.options(options, made + 1, left);
    }

    @Override
    public void afterFailure(@Nullable RemoteReference to, CallException failure) {
        if (failure.outcome() == Outcome.UNKNOWN) {
            unknown = failure;
        }
        if (to != null && isUnbound(failure)) {
            route.forget(to);
        }
        if (to == null || ++made >= most() || !mayRepeat(to, failure) || until - System.nanoTime() <= pause) {
            throw ofAll(failure);
        }
        last = failure;
        if (turn != null) {
            turn.again();
        }
        route.finder().retries().again(to, method, made + 1, failure);
    }

    private int most() {
        return options.attempts() == 0 ? MOST : options.attempts();
    }

    /** Decides, and sets the pause before the next attempt. */
    private boolean mayRepeat(RemoteReference to, CallException failure) {
        if (failure.outcome() == Outcome.NOT_RUN) {
            return switch (failure.code()) {
                case UNAVAILABLE -> (!to.isUsable() || isRefusedAtItsEnd(failure)) && isConnectedAgain(to);
                case NOT_FOUND -> isUnbound(failure) && looksUpAgain();
                case REFUSED ->
                    isAccepted(to, failure) && route.finder().retries().allow(to);
                default -> false;
            };
        }
        return failure.code() == Code.UNKNOWN_OUTCOME
                && (method.mayRunTwice(options) || isRecorded(to, failure))
                && route.finder().retries().allow(to)
                && pauses(pause(made + 1, ThreadLocalRandom.current()));
    }

    /** Returns whether the server finds an earlier attempt in its ledger. If it has found one without an answer, that is final. */
    private boolean isRecorded(RemoteReference to, CallException failure) {
        if (!method.once() || failure.remoteClass() != null) {
            return false;
        }
        ledger = to.server().ledger();
        return ledger != null;
    }

    /** Returns whether a session that can still be used is about to end: its server has not run the call. */
    private boolean isRefusedAtItsEnd(CallException failure) {
        return !options.failFast() && failure.remoteClass() == null;
    }

    private boolean isConnectedAgain(RemoteReference to) {
        return pauses(made == 1 && !to.isUsable() ? 0 : pause(made + 1, ThreadLocalRandom.current()));
    }

    private boolean pauses(long nanos) {
        pause = nanos;
        return true;
    }

    /** Returns whether a call that was refused may be accepted by another server, or later. */
    private boolean isAccepted(RemoteReference by, CallException refusal) {
        if (route.areSeveral()) {
            refused = new ArrayList<>(refused);
            refused.add(by.server());
            return true;
        }
        return isAgainInTime(refusal);
    }

    private boolean isAgainInTime(CallException refusal) {
        Duration after = refusal.retryAfter();
        return after != null
                && pauses(after.toNanos() + pause(made + 1, ThreadLocalRandom.current()))
                && until - System.nanoTime() > pause;
    }

    /** Returns whether something else may be bound to the name by now. */
    private static boolean isUnbound(CallException failure) {
        return failure.code() == Code.NOT_FOUND && failure.remoteClass() == null;
    }

    private boolean looksUpAgain() {
        boolean first = !lookedUp;
        lookedUp = true;
        return first;
    }

    /** An attempt that was not run does not make it known whether an earlier one was. */
    private CallException ofAll(CallException failure) {
        CallException earlier = unknown;
        if (earlier == null || failure.outcome() != Outcome.NOT_RUN) {
            return failure;
        }
        earlier.addSuppressed(failure);
        return earlier;
    }
}
