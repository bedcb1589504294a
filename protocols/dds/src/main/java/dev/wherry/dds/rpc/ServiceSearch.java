package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.MessageCodec;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Writer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits until a service is found. The two ends find each other at different moments, and what is sent before both have is lost. So the
 * search sends probes until one is answered. A service of another vendor may not answer those: it counts as found after a while. For any
 * thread.
 */
final class ServiceSearch {
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(320);
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(2);

    /** After which a server with other policies counts as the only one. */
    private static final long MISMATCH = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long NO_PROBE = 0;

    private final String description;
    private final Writer requests;
    private final Reader replies;
    private final MessageCodec codec;
    private final SampleSender sender;
    private final Supplier<SampleIdentity> next;
    private final ServerCount count;
    private volatile long firstProbe = NO_PROBE;
    private volatile boolean answered;

    /**
     * @param description of the service, for messages
     * @param sender of the requests
     * @param next returns the identity of the next request
     * @param count refuses several servers
     */
    ServiceSearch(
            String description,
            Writer requests,
            Reader replies,
            MessageCodec codec,
            SampleSender sender,
            Supplier<SampleIdentity> next,
            ServerCount count) {
        this.description = description;
        this.requests = requests;
        this.replies = replies;
        this.codec = codec;
        this.sender = sender;
        this.next = next;
        this.count = count;
    }

    /**
     * Searches a service instance.
     *
     * @throws CallException NOT_FOUND if it was not found in time, REFUSED if its policies or types do not fit or there are several,
     *     CANCELLED if the thread was interrupted
     */
    void run(Duration limit, String instanceName) {
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(limit);
        if (!isMatchedBefore(end)) {
            throw new CallException(
                    Code.NOT_FOUND,
                    "No server of " + description + " was found within " + limit.toMillis()
                            + " ms. Check that it runs, that both sides use one network interface, and that their"
                            + " interfaces have the same methods");
        }
        awaitAnswer(earlier(end, SILENCE), instanceName);
        if (!isBefore(earlier(end, ServerCount.SEVERAL), count::isAllowed)) {
            throw count.refusal();
        }
    }

    /** Called with the number of a request that was answered. */
    void replied(long sequence) {
        if (firstProbe != NO_PROBE && sequence >= firstProbe) {
            answered = true;
        }
    }

    private void awaitAnswer(long end, String instanceName) {
        for (long pause = FIRST_PAUSE; end - System.nanoTime() > 0; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
            probe(instanceName);
            if (isBefore(earlier(end, pause), () -> answered)) {
                return;
            }
        }
    }

    /** Sends a request that no operation has. Where there is none, a server counts as found once it is matched. */
    private void probe(String instanceName) {
        CdrWriter probe = new CdrWriter();
        SampleIdentity identity = next.get();
        if (!codec.writeProbe(probe, identity, instanceName)) {
            answered = true;
            return;
        }
        if (firstProbe == NO_PROBE) {
            firstProbe = identity.sequence();
        }
        sender.send(probe.array(), probe.size(), failed -> SampleSender.report("A probe of " + description, failed));
    }

    /** Returns the earlier one of a time and that after a pause from now. */
    private static long earlier(long end, long pause) {
        long now = System.nanoTime();
        return now + Math.min(end - now, pause);
    }

    private boolean isMatched() {
        return requests.matched() > 0 && replies.matched() > 0;
    }

    /**
     * Waits until requests and replies have a counterpart. Returns whether they have.
     *
     * @throws CallException REFUSED if a server is there that cannot be one
     */
    private boolean isMatchedBefore(long end) {
        while (isBefore(end, () -> isMatched() || !mismatch().isEmpty())) {
            if (isBefore(earlier(end, MISMATCH), this::isMatched)) {
                return true;
            }
            String why = mismatch();
            if (!why.isEmpty()) {
                throw new CallException(
                        Code.REFUSED, "A server of " + description + " was found, but cannot be called: " + why);
            }
        }
        return false;
    }

    /** Returns what keeps a server from being a counterpart; empty if none was seen. */
    private String mismatch() {
        String ofRequests = requests.matched() > 0 ? "" : requests.incompatible();
        String ofReplies = replies.matched() > 0 ? "" : replies.incompatible();
        return ofRequests.isEmpty() && ofReplies.isEmpty()
                ? ""
                : "the " + (ofRequests.isEmpty() ? ofReplies : ofRequests) + " of its "
                        + (ofRequests.isEmpty() ? "replies" : "requests")
                        + " does not fit what is set here. Both ends need the same policies, and an interface with the same"
                        + " methods and with types that fit each other";
    }

    /** Waits for a condition, which is looked at once at least. Returns whether it holds. */
    private boolean isBefore(long end, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (end - System.nanoTime() <= 0) {
                return false;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new CallException(Code.CANCELLED, "The search for " + description + " was interrupted");
            }
            LockSupport.parkNanos(STEP);
        }
        return true;
    }
}
