package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.MessageCodec;
import dev.wherry.dds.cdr.RemoteExceptionCode;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DdsLog;
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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One pair of topics as a client uses it: the writer of its requests, the reader of their replies, and the calls in between. */
final class ClientChannel implements SampleSink, AutoCloseable {
    private static final int AT_ONCE = 64;

    /** Before the first report of how many servers there are. */
    private static final int NOT_REPORTED = -1;

    private final String description;
    private final ChannelFailures failures;
    private final ServerCount count;
    private final ServiceSearch search;
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
    private final Map<Long, CallToAll> toAll = new ConcurrentHashMap<>();
    private final boolean oneReplies;
    private volatile int servers = NOT_REPORTED;
    private volatile boolean closed;

    /**
     * Creates the reader before the writer, so that a server that knows of the writer can reply.
     *
     * @param description of what is called, for messages
     */
    ClientChannel(TopicPair topics, ClientGroup group, EndpointOptions options, String description) {
        this.description = description;
        failures = new ChannelFailures(description);
        var participant = group.participant();
        try (Topic replyTopic = topics.replyTopic(participant);
                Topic requestTopic = topics.requestTopic(participant)) {
            reader = participant.reader(
                    replyTopic,
                    topics.qos().replies().reader(),
                    options.limits().messageBytes());
            boolean complete = false;
            try {
                writer =
                        participant.writer(requestTopic, topics.qos().requests().writer());
                complete = true;
            } finally {
                if (!complete) {
                    reader.close();
                }
            }
        }
        oneReplies = topics.qos().replies().reader().ownership() == Qos.Ownership.EXCLUSIVE;
        codec = topics.codec();
        identity = codec.clientIdentity(writer.guid());
        sender = new SampleSender(writer, "wherry-dds-request", options.limits().callsInFlight());
        boolean isReplicated = DdsOptions.in(options).replication() != null;
        retries = isReplicated ? new RequestRetries(reader, sender, group.decoders()) : null;
        count = new ServerCount(description, reader, isReplicated || oneReplies);
        search = new ServiceSearch(description, writer, reader, codec, sender, this::next, count);
        receiver = new ReplyReceiver(reader, this, participant, group.receiver(), this::wakeWaiting);
        group.receiver().reportMatches(reader, servers -> serversChanged(servers, group.decoders()));
    }

    /** Ends the calls that no server will answer: once what the servers that left have sent is taken. */
    void serversChanged(int servers, Executor executor) {
        count.changed(servers);
        this.servers = servers;
        boolean deserted = isDeserted();
        if ((deserted && !pending.isEmpty()) || !toAll.isEmpty()) {
            boolean more = true;
            while (more) {
                more = reader.take(this, AT_ONCE) > 0;
            }
            List<PendingCall> lost = deserted ? List.copyOf(pending.values()) : List.of();
            List<CallToAll> all = List.copyOf(toAll.values());
            executor.execute(() -> {
                lost.forEach(each -> each.completeExceptionally(failures.left()));
                endLeft(all);
            });
        }
    }

    /** Returns whether the servers have left. A request to a replicated service waits for the next one. */
    private boolean isDeserted() {
        return servers == 0 && retries == null;
    }

    /** Ends calls to all servers at those that have left. */
    private void endLeft(List<CallToAll> all) {
        try {
            Set<Long> there = reader.participants().keySet();
            all.forEach(each -> each.endLeft(there, failures::left));
        } catch (DdsException e) {
            all.forEach(each -> each.completeExceptionally(failures.unknown(e)));
        }
    }

    /** Returns the failure of a call that no reply has ended in time. */
    CallException late(String called, Throwable cause) {
        return failures.late(called, oneReplies ? servers : 1, cause);
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

    /** Returns what finds the server. */
    ServiceSearch search() {
        return search;
    }

    /** Returns what refuses several servers. */
    ServerCount count() {
        return count;
    }

    /** Returns whether requests have a receiver at this moment, which can reply. */
    boolean hasServer() {
        return !isDeserted() && writer.matched() > 0;
    }

    /** Returns the number of calls that wait for replies. */
    int waiting() {
        return pending.size() + toAll.size();
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
                sent.completeExceptionally(failures.notSent(failure));
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
            call.endAfter(left);
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
            throw failures.oneReplies();
        }
        CallToAll all = new CallToAll(writer, reader, calls);
        if (all.calls().isEmpty()) {
            throw failures.noServer();
        }
        long sequence = as.sequence();
        toAll.put(sequence, all);
        receiver.begin();
        var _ = all.whenComplete((_, _) -> {
            toAll.remove(sequence);
            receiver.end();
        });
        all.begin(left);
        endLeft(List.of(all)); // at servers whose leave was reported before the call was known
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
                call.completeExceptionally(failures.notSent(failure));
            }
        });
        if (closed) {
            call.completeExceptionally(failures.closed());
        } else if (isDeserted()) { // the calls until now were ended before
            call.completeExceptionally(failures.left());
        }
    }

    /** Ignores replies to other clients and to calls that have ended, before they are decoded. */
    @Override
    public void sample(byte[] payload, int offset, int length, SampleInfo info) {
        SampleIdentity to = info.valid() ? codec.sentIdentity(payload, offset, length) : null;
        if (to == null || to.guidHigh() != identity.guidHigh() || to.guidLow() != identity.guidLow()) {
            return;
        }
        search.replied(to.sequence());
        PendingCall call = pending.get(to.sequence());
        CallToAll all = call == null ? toAll.get(to.sequence()) : null;
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
                () -> "A reply of " + description + " was dropped: its " + length
                        + " bytes are over the limit 'messageBytes'",
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
        pending.values().forEach(each -> each.completeExceptionally(failures.closed()));
        toAll.values().forEach(each -> each.completeExceptionally(failures.closed()));
    }
}
