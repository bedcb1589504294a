package dev.wherry.dds.rpc;

import dev.wherry.Answers;
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
import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.dds.qos.ServicePolicies;
import dev.wherry.dds.types.Operation;
import dev.wherry.spi.Protocol;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The calls of one interface to a service. For any thread. */
final class ServiceClient implements Protocol.Remote {
    private final String name;
    private final String description;
    private final ServiceInterface methods;
    private final ClientGroup group;
    private final Protocol.Memory memory;
    private final EndpointOptions options;
    private final Runnable whenClosed;
    private final List<ClientChannel> channels = new ArrayList<>();

    /** The channel of each operation. Some share one. */
    private final Map<String, ClientChannel> byOperation = new HashMap<>();

    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean found;

    /**
     * @param policies the same as those of the server
     * @param whenClosed runs once this is closed
     */
    ServiceClient(
            DomainAddress address,
            String name,
            ServiceInterface methods,
            ServicePolicies policies,
            ClientGroup group,
            Protocol.Memory memory,
            EndpointOptions options,
            Runnable whenClosed) {
        this.name = name;
        this.methods = methods;
        this.group = group;
        this.memory = memory;
        this.options = options;
        this.whenClosed = whenClosed;
        description = "'" + name + "' in " + address;
        boolean complete = false;
        try {
            List<Operation> operations = methods.types().operations();
            // Opened and searched first, as a server of another interface has them too.
            TopicPair topics = operations.stream().anyMatch(each -> policies.own(each) == null)
                    ? methods.shared(name, policies)
                    : null;
            ClientChannel shared = topics == null ? null : open(topics, description);
            for (Operation each : operations) {
                TopicPair own = methods.own(name, each, policies);
                ClientChannel channel = own == null ? shared : open(own, description(each, policies));
                byOperation.put(each.name(), Objects.requireNonNull(channel));
            }
            complete = true;
        } finally {
            if (!complete) {
                channels.forEach(ClientChannel::close);
            }
        }
    }

    private String description(Operation operation, ServicePolicies policies) {
        String why = policies.own(operation) == null ? "' of " : "', which has policies of its own, of ";
        return "the operation '" + operation.name() + why + description;
    }

    private ClientChannel open(TopicPair topics, String called) {
        ClientChannel channel = new ClientChannel(topics, group, options, called);
        channels.add(channel);
        return channel;
    }

    /** Waits until the service is found, at most the find timeout of the options. */
    void find(Duration limit) {
        Duration most = DdsOptions.in(options).findTimeout();
        long until = System.nanoTime() + TimeUnit.NANOSECONDS.convert(most.compareTo(limit) < 0 ? most : limit);
        for (ClientChannel each : channels) {
            each.search().run(Duration.ofNanos(Math.max(0, until - System.nanoTime())), name);
        }
        found = true;
    }

    @Override
    public CompletableFuture<@Nullable Object> invoke(Invocation call) {
        Duration left = timeLeft(call);
        return found
                ? invoke(call, left, false)
                : CompletableFuture.supplyAsync(() -> findWithin(left), group.decoders())
                        .thenCompose(still -> invoke(call, still, false));
    }

    @Override
    public CompletableFuture<@Nullable Object> invokeAwaited(Invocation call) {
        Duration left = timeLeft(call);
        return invoke(
                call, found ? left : findWithin(left), !Thread.currentThread().isVirtual());
    }

    /** Finds the service within the time of a call. Returns the time that is left. */
    private Duration findWithin(Duration limit) {
        long start = System.nanoTime();
        find(limit);
        return limit.minusNanos(System.nanoTime() - start);
    }

    @Override
    public Answers<@Nullable Object> invokeAll(Invocation call) {
        try {
            Duration left = timeLeft(call);
            Duration still = found ? left : findWithin(left);
            Prepared made = prepare(call);
            return Answers.of(made.channel.sendToAll(
                    made.request, made.identity, server -> pending(made, " of the server " + server, null), still));
        } catch (CallException e) {
            return Answers.of(description, CompletableFuture.failedFuture(e));
        } catch (DdsException e) {
            return Answers.of(
                    description,
                    CompletableFuture.failedFuture(refused(Code.UNAVAILABLE, String.valueOf(e.getMessage()))));
        }
    }

    /**
     * Sends a call.
     *
     * @param left the time for the call
     * @param awaited whether the calling thread waits for the reply, and may wait within the C library
     */
    private CompletableFuture<@Nullable Object> invoke(Invocation call, Duration left, boolean awaited) {
        Prepared made;
        try {
            made = prepare(call);
        } catch (CallException e) {
            return CompletableFuture.failedFuture(e);
        }
        if (made.operation.oneWay()) {
            return made.channel.send(made.request);
        }
        PendingCall pending = pending(made, "", awaited ? made.channel.receiver() : null);
        made.channel.send(made.request, made.identity, pending, left);
        return pending;
    }

    /** A request, and where it is to be sent. */
    private record Prepared(ClientChannel channel, Operation operation, CdrWriter request, SampleIdentity identity) {}

    /** @throws CallException if the call cannot be made */
    private Prepared prepare(Invocation call) {
        Operation operation = methods.types().operation(call.method());
        if (operation == null) {
            throw refused(
                    Code.INVALID_CALL,
                    call.method().getName() + " cannot be called over DDS: " + methods.refusal(call.method()));
        }
        ClientChannel channel = Objects.requireNonNull(byOperation.get(operation.name()));
        SampleIdentity identity = channel.next();
        CdrWriter request = new CdrWriter();
        try {
            if (!channel.hasServer()) {
                throw refused(Code.UNAVAILABLE, "No server of " + description + " is there now");
            }
            channel.count().check();
            channel.codec()
                    .writeRequest(
                            request, identity, name, operation, call.arguments().toArray());
        } catch (CdrException e) {
            throw refused(Code.CODEC, "The arguments cannot be sent: " + e.getMessage());
        } catch (DdsException e) {
            throw refused(Code.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
        if (!operation.oneWay() && channel.waiting() >= options.limits().callsInFlight()) {
            throw refused(Code.REFUSED, "As many calls wait for replies as the limit 'callsInFlight' allows");
        }
        return new Prepared(channel, operation, request, identity);
    }

    /**
     * Returns a call that waits for its reply.
     *
     * @param of which server, for messages; empty for any
     */
    private PendingCall pending(Prepared made, String of, @Nullable ReplyReceiver receiver) {
        Operation operation = made.operation;
        String called = operation.name() + " of " + description + of;
        return new PendingCall(
                reply -> decoded(reply, made.channel, operation),
                group.decoders(),
                cause -> made.channel.late(called, cause),
                receiver);
    }

    private static Duration timeLeft(Invocation call) {
        return Objects.requireNonNull(call.timeLeft(), "timeLeft");
    }

    private static CallException refused(Code code, String message) {
        return new CallException(code, message).withOutcome(Outcome.NOT_RUN);
    }

    private @Nullable Object decoded(byte[] bytes, ClientChannel channel, Operation operation) {
        String called = operation.name() + " of " + description;
        try (CallMemory held = new CallMemory(memory)) {
            held.accept(bytes.length);
            CdrLimits limits = CdrLimits.of(bytes.length, options.limits());
            Reply reply = channel.codec().readReply(new CdrReader(bytes, bytes.length, limits, held));
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
            channels.forEach(ClientChannel::close);
            whenClosed.run();
        }
    }
}
