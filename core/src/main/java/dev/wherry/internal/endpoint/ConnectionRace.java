package dev.wherry.internal.endpoint;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.objects.Address;
import dev.wherry.internal.types.Seconds;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Connects to the first of several addresses that answers, as "happy eyeballs" does (RFC 8305). The next address is tried once
 * the one before it has failed, or has not answered for a while; that one may still win. For one thread.
 *
 * @param <S> what a connection becomes
 */
final class ConnectionRace<S> {
    /** How long an address is waited for before the next one is tried as well. */
    private static final long HEAD_START = TimeUnit.MILLISECONDS.toNanos(250);

    private final List<URI> addresses;
    private final Dialer<S> dialer;
    private final long nanos;
    private final long until;
    /** One for each address that was tried, in the order of the addresses. */
    private final List<CompletableFuture<S>> dialed = new ArrayList<>();

    /** Connects to one address. */
    interface Dialer<S> {
        /** @param nanos how long it may be checked whether a connection that is there still works */
        CompletableFuture<S> dial(URI address, long nanos);

        /** Called for an address that has not answered until a later one did. */
        void overtaken(URI address);
    }

    /**
     * @param addresses in the order in which they are tried, at least one
     * @param nanos that all of them together may take
     */
    ConnectionRace(List<URI> addresses, Dialer<S> dialer, long nanos) {
        this.addresses = addresses;
        this.dialer = dialer;
        this.nanos = nanos;
        until = System.nanoTime() + nanos;
    }

    /**
     * Returns the first connection.
     *
     * @throws CallException with the reason of each address, if none has answered in time
     */
    S run() {
        try {
            while (true) {
                if (dialed.size() < addresses.size()) {
                    dialed.add(dialer.dial(addresses.get(dialed.size()), share()));
                }
                await(dialed.size() < addresses.size() ? Math.min(HEAD_START, share()) : left());
                S first = first();
                if (first != null) {
                    return first;
                }
                if (left() <= 0
                        || (dialed.size() == addresses.size() && running().isEmpty())) {
                    throw failed();
                }
            }
        } catch (InterruptedException e) {
            throw new CallException(Code.CANCELLED, "Interrupted while connecting to " + Address.text(addresses), e)
                    .withOutcome(CallException.Outcome.NOT_RUN);
        }
    }

    private long left() {
        return until - System.nanoTime();
    }

    /** Returns the time of one address, if each that was not tried yet gets as much. */
    private long share() {
        return left() / (addresses.size() - dialed.size() + 1);
    }

    /** Returns those that have not failed. */
    private List<CompletableFuture<S>> running() {
        List<CompletableFuture<S>> running = new ArrayList<>(dialed);
        running.removeIf(CompletableFuture::isCompletedExceptionally);
        return running;
    }

    /** Waits until one more address has answered or failed. */
    private void await(long nanos) throws InterruptedException {
        List<CompletableFuture<S>> running = running(); // once, since nothing ends waiting for none
        try {
            if (dialed.size() == 1) {
                dialed.getFirst().get(nanos, TimeUnit.NANOSECONDS);
            } else if (!running.isEmpty()) {
                CompletableFuture.anyOf(running.toArray(CompletableFuture<?>[]::new))
                        .get(nanos, TimeUnit.NANOSECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            // The next one is tried.
        }
    }

    private @Nullable S first() {
        for (int i = 0; i < dialed.size(); i++) {
            CompletableFuture<S> each = dialed.get(i);
            if (each.isDone() && !each.isCompletedExceptionally()) {
                for (int before = 0; before < i; before++) {
                    if (!dialed.get(before).isDone()) {
                        dialer.overtaken(addresses.get(before));
                    }
                }
                return each.join();
            }
        }
        return null;
    }

    /** Returns the failure of a caller that waits for one address. */
    static CallException failed(URI address, Throwable why) {
        return why instanceof CallException known
                ? new CallException(known.code(), String.valueOf(known.getMessage()), known)
                : cannotConnect(address, why);
    }

    private CallException failed() {
        if (addresses.size() == 1) {
            return failed(addresses.getFirst(), reason(0));
        }
        StringBuilder message = new StringBuilder("Cannot connect to any of ").append(Address.text(addresses));
        List<Throwable> reasons = new ArrayList<>();
        for (int i = 0; i < dialed.size(); i++) {
            reasons.add(reason(i));
            message.append(i == 0 ? ": " : "; ")
                    .append(addresses.get(i))
                    .append(": ")
                    .append(text(reasons.get(i)));
        }
        CallException failed = new CallException(Code.UNAVAILABLE, message.toString());
        reasons.forEach(failed::addSuppressed);
        return failed;
    }

    private Throwable reason(int index) {
        CompletableFuture<S> future = dialed.get(index);
        return future.isCompletedExceptionally()
                ? future.exceptionNow()
                : new TimeoutException("no answer within " + Seconds.text(Duration.ofNanos(nanos)));
    }

    /** Returns the failure of a connection to one address. */
    static CallException cannotConnect(Object to, Throwable why) {
        // A refusal of TLS, as of a certificate, would be repeated if the call were made again at once.
        Code code = why instanceof SSLException ? Code.REFUSED : Code.UNAVAILABLE;
        return new CallException(code, "Cannot connect to " + to + ": " + text(why), why);
    }

    private static String text(Throwable why) {
        return why.getMessage() == null ? why.toString() : why.getMessage();
    }
}
