package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.EndpointOptions;
import dev.wherry.Invocation;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.cdr.CdrException;
import dev.wherry.dds.cdr.CdrLimits;
import dev.wherry.dds.cdr.CdrReader;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.RemoteExceptionCode;
import dev.wherry.dds.cdr.Reply;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.engine.SampleSink;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.Operation;
import dev.wherry.spi.Protocol;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The calls of one interface to a service. For any thread. */
final class ServiceClient implements Protocol.Remote, SampleSink {
    private static final long NO_PROBE = 0;

    private final String name;
    private final String what;
    private final ServiceInterface methods;
    private final ClientGroup group;
    private final Protocol.Memory memory;
    private final EndpointOptions options;
    private final Runnable leaving;
    private final Reader reader;
    private final Writer writer;
    private final long guidHigh;
    private final long guidLow;
    private final SampleSender sender;
    private final AtomicLong lastSequence = new AtomicLong();
    private final Map<Long, PendingCall> pending = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile long firstProbe = NO_PROBE;
    private volatile boolean answered;

    /**
     * Creates the reader before the writer, so that a server that knows of the writer can reply.
     *
     * @param leaving runs once this is closed
     */
    ServiceClient(
            ServiceAddress address,
            String name,
            ServiceInterface methods,
            ClientGroup group,
            Protocol.Memory memory,
            EndpointOptions options,
            Runnable leaving) {
        this.name = name;
        this.methods = methods;
        this.group = group;
        this.memory = memory;
        this.options = options;
        this.leaving = leaving;
        what = "'" + name + "' in " + address;
        Qos qos = ServiceQos.of(address, DdsOptions.in(options).writeTimeout());
        var participant = group.participant();
        String requests = TopicNames.request(name);
        try (Topic replyTopic = participant.topic(
                        TopicNames.reply(name), methods.types().replyType(), qos);
                Topic requestTopic = participant.topic(requests, methods.types().requestType(), qos)) {
            reader = participant.reader(replyTopic, qos, options.limits().messageBytes());
            writer = participant.writer(requestTopic, qos);
        }
        ByteBuffer guid = ByteBuffer.wrap(writer.guid());
        guidHigh = guid.getLong();
        guidLow = guid.getLong();
        sender = new SampleSender(writer, "wherry-dds-request", options.limits().callsInFlight());
        group.receiver().add(reader, this);
    }

    /** Waits until the service is found, at most the find timeout of the options. */
    void find(Duration limit) {
        Duration own = DdsOptions.in(options).findTimeout();
        new ServiceSearch(this::isMatched, this::probe, () -> answered)
                .run(own.compareTo(limit) < 0 ? own : limit, what);
    }

    private boolean isMatched() {
        return writer.matched() > 0 && reader.matched() > 0;
    }

    private SampleIdentity identity(long sequence) {
        return new SampleIdentity(guidHigh, guidLow, sequence);
    }

    private void probe() {
        CdrWriter probe = new CdrWriter();
        long sequence = lastSequence.incrementAndGet();
        if (firstProbe == NO_PROBE) {
            firstProbe = sequence;
        }
        methods.codec().writeProbe(probe, identity(sequence), name);
        sender.send(probe.array(), probe.size(), failed -> SampleSender.report("A probe of " + what, failed));
    }

    @Override
    public CompletionStage<@Nullable Object> invoke(Invocation call) {
        Operation operation = methods.types().operation(call.method());
        if (operation == null) {
            return failed(
                    Code.INVALID_CALL,
                    call.method().getName() + " cannot be called over DDS: " + methods.refusal(call.method()));
        }
        long sequence = lastSequence.incrementAndGet();
        CdrWriter request = new CdrWriter();
        try {
            if (writer.matched() == 0) {
                return failed(Code.UNAVAILABLE, "No server of " + what + " is there now");
            }
            methods.codec()
                    .writeRequest(
                            request,
                            identity(sequence),
                            name,
                            operation,
                            call.arguments().toArray());
        } catch (CdrException e) {
            return failed(Code.CODEC, "The arguments cannot be sent: " + e.getMessage());
        } catch (DdsException e) {
            return failed(Code.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
        if (operation.oneWay()) {
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
        if (pending.size() >= options.limits().callsInFlight()) {
            return failed(Code.REFUSED, "As many calls wait for replies as the limit 'callsInFlight' allows");
        }
        return send(operation, sequence, request, Objects.requireNonNull(call.timeLeft(), "timeLeft"));
    }

    private static CompletionStage<@Nullable Object> failed(Code code, String message) {
        return CompletableFuture.failedFuture(new CallException(code, message).withOutcome(Outcome.NOT_RUN));
    }

    private PendingCall send(Operation operation, long sequence, CdrWriter request, Duration left) {
        PendingCall call =
                new PendingCall(reply -> decoded(reply, operation), group.decoders(), operation.name() + " of " + what);
        pending.put(sequence, call);
        var _ = call.orTimeout(TimeUnit.NANOSECONDS.convert(left), TimeUnit.NANOSECONDS);
        var _ = call.whenComplete((_, _) -> pending.remove(sequence));
        sender.send(request.array(), request.size(), failure -> {
            if (failure != null) {
                call.completeExceptionally(notSent(failure));
            }
        });
        if (closed.get()) {
            call.completeExceptionally(broken());
        }
        return call;
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

    /** Ignores replies to other clients and to calls that nobody waits for any more, before they are copied. */
    @Override
    public void sample(byte[] payload, int offset, int length, SampleInfo info) {
        SampleIdentity to = info.valid() ? SampleIdentity.peek(payload, offset, length) : null;
        if (to == null || to.guidHigh() != guidHigh || to.guidLow() != guidLow) {
            return;
        }
        if (firstProbe != NO_PROBE && to.sequence() >= firstProbe) {
            answered = true;
        }
        PendingCall call = pending.get(to.sequence());
        if (call != null && pending.remove(to.sequence(), call)) {
            call.replied(Payloads.copy(payload, offset, length));
        }
    }

    @Override
    public void refused(long length, SampleInfo info) {
        DdsLog.ofPeer(
                Level.WARNING,
                () -> "A reply of " + what + " was dropped: its " + length + " bytes are over the limit 'messageBytes'",
                null);
    }

    private @Nullable Object decoded(byte[] bytes, Operation operation) {
        String called = operation.name() + " of " + what;
        try (CallMemory held = new CallMemory(memory)) {
            held.accept(bytes.length);
            CdrLimits limits = CdrLimits.of(bytes.length, options.limits());
            Reply reply = methods.codec().readReply(new CdrReader(bytes, bytes.length, limits, held));
            if (reply.code() != RemoteExceptionCode.OK) {
                throw new CompletionException(ReplyCodes.failure(reply.code(), called));
            }
            if (!operation.equals(reply.operation())) {
                throw unreadable(called, "it is of another operation");
            }
            if (reply.isFailure()) {
                throw new CompletionException(reply.failure());
            }
            return reply.result();
        } catch (CdrException e) {
            throw unreadable(called, String.valueOf(e.getMessage()));
        } catch (CallException e) {
            throw new CompletionException(e.withOutcome(Outcome.RAN));
        }
    }

    private static CompletionException unreadable(String called, String why) {
        return new CompletionException(
                new CallException(Code.CODEC, "The reply of " + called + " is not as expected: " + why)
                        .withOutcome(Outcome.RAN));
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            group.receiver().remove(reader);
            reader.close();
            writer.close();
            sender.close();
            pending.values().forEach(each -> each.completeExceptionally(broken()));
            leaving.run();
        }
    }
}
