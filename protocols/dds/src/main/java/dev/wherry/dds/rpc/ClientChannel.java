package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.MessageCodec;
import dev.wherry.dds.cdr.RemoteExceptionCode;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.engine.SampleSink;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.Writer;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One pair of topics as a client uses it: the writer of its requests, the reader of their replies, and the calls in between. */
final class ClientChannel implements SampleSink, AutoCloseable {
    private static final long NO_PROBE = 0;
    private static final int AT_ONCE = 64;

    private final String what;
    private final ReplyReceiver receiver;
    private final @Nullable RequestRetries retries;
    private final Reader reader;
    private final Writer writer;
    private final MessageCodec codec;
    /** Of all its requests, but for their numbers. */
    private final SampleIdentity identity;

    private final SampleSender sender;
    private final AtomicLong lastSequence = new AtomicLong();
    private final Map<Long, PendingCall> pending = new ConcurrentHashMap<>();
    private final Map<Long, Gathering> gathering = new ConcurrentHashMap<>();
    private final boolean oneReplies;
    private volatile long firstProbe = NO_PROBE;
    private volatile boolean answered;
    private volatile boolean deserted;
    private volatile boolean closed;

    /**
     * Creates the reader before the writer, so that a server that knows of the writer can reply.
     *
     * @param what is called, for messages
     */
    ClientChannel(TopicPair topics, ClientGroup group, EndpointOptions options, String what) {
        this.what = what;
        var participant = group.participant();
        try (Topic replyTopic = topics.replyTopic(participant);
                Topic requestTopic = topics.requestTopic(participant)) {
            reader = participant.reader(
                    replyTopic,
                    topics.qos().replies().reader(),
                    options.limits().messageBytes());
            writer = participant.writer(requestTopic, topics.qos().requests().writer());
        }
        oneReplies = topics.qos().replies().reader().ownership() == Qos.Ownership.EXCLUSIVE;
        codec = topics.codec();
        identity = codec.identity(writer.guid());
        sender = new SampleSender(writer, "wherry-dds-request", options.limits().callsInFlight());
        boolean isReplicated = DdsOptions.in(options).replication() != null;
        retries = isReplicated ? new RequestRetries(reader, sender, group.decoders()) : null;
        receiver = new ReplyReceiver(reader, this, participant, group.receiver(), this::wakeWaiting);
        group.receiver().reportMatches(reader, servers -> serversChanged(servers, group.decoders()));
    }

    /** Ends the calls that no server will answer: once what the servers that left have sent is taken. */
    private void serversChanged(int servers, Executor executor) {
        deserted = servers == 0 && retries == null; // a request to a replicated service waits for the next server
        if ((deserted && !pending.isEmpty()) || !gathering.isEmpty()) {
            boolean more = true;
            while (more) {
                more = reader.take(this, AT_ONCE) > 0;
            }
            List<PendingCall> lost = deserted ? List.copyOf(pending.values()) : List.of();
            List<Gathering> all = List.copyOf(gathering.values());
            executor.execute(() -> {
                lost.forEach(each -> each.completeExceptionally(left()));
                all.forEach(each -> each.endLeft(reader, this::left));
            });
        }
    }

    private CallException left() {
        return new CallException(Code.UNKNOWN_OUTCOME, "The server of " + what + " has left during the call");
    }

    private void wakeWaiting() {
        for (PendingCall each : pending.values()) {
            if (each.wakeWaiting()) {
                return;
            }
        }
    }

    /** Returns what receives the replies. */
    ReplyReceiver receiver() {
        return receiver;
    }

    MessageCodec codec() {
        return codec;
    }

    /** Waits until a server of a service instance is found. */
    void find(Duration limit, String instanceName) {
        new ServiceSearch(this::isMatched, this::mismatch, () -> probe(instanceName), () -> answered, this::isOne)
                .run(limit, what);
    }

    private boolean isOne() {
        return retries != null || reader.matched() <= 1;
    }

    private boolean isMatched() {
        return writer.matched() > 0 && reader.matched() > 0;
    }

    private String mismatch() {
        String ofRequests = writer.matched() > 0 ? "" : writer.incompatible();
        String ofReplies = reader.matched() > 0 ? "" : reader.incompatible();
        return ofRequests.isEmpty() && ofReplies.isEmpty()
                ? ""
                : "the " + (ofRequests.isEmpty() ? ofReplies : ofRequests) + " of its "
                        + (ofRequests.isEmpty() ? "replies" : "requests")
                        + " does not fit what is set here. Set the same policies and types at both ends";
    }

    /** Sends a request that no operation has. Where there is none, a server counts as found once it is matched. */
    private void probe(String instanceName) {
        CdrWriter probe = new CdrWriter();
        SampleIdentity next = next();
        if (!codec.writeProbe(probe, next, instanceName)) {
            answered = true;
            return;
        }
        if (firstProbe == NO_PROBE) {
            firstProbe = next.sequence();
        }
        sender.send(probe.array(), probe.size(), failed -> SampleSender.report("A probe of " + what, failed));
    }

    /** Returns whether requests have a receiver at this moment, which can reply. */
    boolean hasServer() {
        return !deserted && writer.matched() > 0;
    }

    /** Returns the number of calls that wait for replies. */
    int waiting() {
        return pending.size() + gathering.size();
    }

    /** Returns the identity of the next request. */
    SampleIdentity next() {
        return new SampleIdentity(identity.guidHigh(), identity.guidLow(), lastSequence.incrementAndGet());
    }

    /** Sends a request without a reply. The future completes once it is sent. */
    CompletableFuture<@Nullable Object> send(CdrWriter request) {
        CompletableFuture<@Nullable Object> sent = new CompletableFuture<>();
        sender.send(request.array(), request.size(), failure -> {
            if (failure == null) {
                sent.complete(null);
            } else {
                sent.completeExceptionally(notSent(failure));
            }
        });
        return sent;
    }

    /** Sends the request of a call, which ends with its reply, or after its time. */
    void send(CdrWriter request, SampleIdentity as, PendingCall call, Duration left) {
        long sequence = as.sequence();
        pending.put(sequence, call);
        var _ = call.whenComplete((_, _) -> pending.remove(sequence));
        if (!call.isAwaited()) { // else the thread that waits ends it after its time
            receiver.begin();
            var _ = call.whenComplete((_, _) -> receiver.end());
            var _ = call.orTimeout(TimeUnit.NANOSECONDS.convert(left), TimeUnit.NANOSECONDS);
        }
        send(request, sequence, call);
    }

    /**
     * Sends the request of a call to all servers that are known now. Returns the call at each of them, by its name.
     *
     * @param calls returns a call for which no thread waits, to a server with this name
     * @throws CallException INVALID_CALL if the replies of one server only are received, UNAVAILABLE if no server is known
     */
    Map<String, CompletableFuture<@Nullable Object>> sendToAll(
            CdrWriter request, SampleIdentity as, Function<String, PendingCall> calls, Duration left) {
        if (oneReplies) {
            throw new CallException(
                    Code.INVALID_CALL,
                    "The servers of " + what
                            + " cannot be called all, as replies of the strongest one only are received:"
                            + " their ownership is exclusive. Use Replication.first()");
        }
        Gathering all = new Gathering(writer, reader, calls);
        if (all.calls().isEmpty()) {
            throw new CallException(Code.UNAVAILABLE, "No server of " + what + " is there now");
        }
        long sequence = as.sequence();
        gathering.put(sequence, all);
        receiver.begin();
        var _ = all.whenComplete((_, _) -> {
            gathering.remove(sequence);
            receiver.end();
        });
        all.begin(left);
        all.endLeft(reader, this::left); // those of which the change was reported too early
        send(request, sequence, all);
        return all.calls();
    }

    private void send(CdrWriter request, long sequence, CompletableFuture<?> call) {
        RequestRetries again = retries;
        if (again != null) {
            again.begin(sequence, request);
            var _ = call.whenComplete((_, _) -> again.end(sequence));
        }
        sender.send(request.array(), request.size(), failure -> {
            if (failure != null && (again == null || failure.kind() != DdsException.Kind.TIMEOUT)) {
                call.completeExceptionally(notSent(failure));
            }
        });
        if (closed) {
            call.completeExceptionally(broken());
        } else if (deserted) { // the calls until now were ended before
            call.completeExceptionally(left());
        }
    }

    private CallException notSent(DdsException failure) {
        Code code = failure.kind() == DdsException.Kind.MALFORMED ? Code.CODEC : Code.UNAVAILABLE;
        Outcome outcome = failure.kind() == DdsException.Kind.MALFORMED ? Outcome.NOT_RUN : Outcome.UNKNOWN;
        return new CallException(code, "The request to " + what + " was not sent: " + failure.getMessage(), failure)
                .withOutcome(outcome);
    }

    private CallException broken() {
        return new CallException(Code.UNKNOWN_OUTCOME, "The stub of " + what + " was closed during the call");
    }

    /** Ignores replies to other clients and to calls that nobody waits for any more, before they are decoded. */
    @Override
    public void sample(byte[] payload, int offset, int length, SampleInfo info) {
        SampleIdentity to = info.valid() ? codec.identity(payload, offset, length) : null;
        if (to == null || to.guidHigh() != identity.guidHigh() || to.guidLow() != identity.guidLow()) {
            return;
        }
        if (firstProbe != NO_PROBE && to.sequence() >= firstProbe) {
            answered = true;
        }
        PendingCall call = pending.get(to.sequence());
        Gathering all = call == null ? gathering.get(to.sequence()) : null;
        if (all != null) {
            all.replied(info.publication(), payload);
        } else if (call != null
                && !mayRunElsewhere(call, payload, offset, length, info)
                && pending.remove(to.sequence(), call)) {
            call.replied(payload);
        }
    }

    /** Returns whether one server of a replicated service has refused a call, and not all that there are. */
    private boolean mayRunElsewhere(PendingCall call, byte[] payload, int offset, int length, SampleInfo info) {
        return retries != null
                && RemoteExceptionCode.OUT_OF_RESOURCES.isOf(payload, offset, length)
                && call.refused(info.publication()) < reader.matched();
    }

    @Override
    public void refused(long length, SampleInfo info) {
        DdsLog.ofPeer(
                Level.WARNING,
                () -> "A reply of " + what + " was dropped: its " + length + " bytes are over the limit 'messageBytes'",
                null);
    }

    /** Fails the calls that wait for replies. */
    @Override
    public void close() {
        closed = true;
        receiver.close();
        reader.close();
        writer.close();
        sender.close();
        pending.values().forEach(each -> each.completeExceptionally(broken()));
        gathering.values().forEach(each -> each.completeExceptionally(broken()));
    }
}
