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
import dev.wherry.dds.qos.ChannelQos;
import dev.wherry.dds.qos.ServicePolicies;
import dev.wherry.dds.types.Operation;
import dev.wherry.spi.Protocol;
import java.time.Duration;
import java.util.HashMap;
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
    private final String what;
    private final ServiceInterface methods;
    private final ClientGroup group;
    private final Protocol.Memory memory;
    private final EndpointOptions options;
    private final Runnable leaving;
    private final ClientChannel shared;

    /** By the names of the operations that have policies of their own. */
    private final Map<String, ClientChannel> own = new HashMap<>();

    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean found;

    /**
     * @param policies the same as those of the server
     * @param leaving runs once this is closed
     */
    ServiceClient(
            ServiceAddress address,
            String name,
            ServiceInterface methods,
            ServicePolicies policies,
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
        shared = new ClientChannel(TopicPair.of(name, methods.types(), policies.shared()), group, options, what);
        boolean complete = false;
        try {
            for (Operation each : methods.types().operations()) {
                ChannelQos qos = policies.own(each);
                if (qos != null) {
                    TopicPair topics = TopicPair.of(name, each, methods.types(), qos);
                    String called = "the operation '" + each.name() + "', which has policies of its own, of " + what;
                    own.put(each.name(), new ClientChannel(topics, group, options, called));
                }
            }
            complete = true;
        } finally {
            if (!complete) {
                closeChannels();
            }
        }
    }

    /** Waits until the service is found, at most the find timeout of the options. */
    void find(Duration limit) {
        Duration most = DdsOptions.in(options).findTimeout();
        long until = System.nanoTime() + TimeUnit.NANOSECONDS.convert(most.compareTo(limit) < 0 ? most : limit);
        shared.find(Duration.ofNanos(until - System.nanoTime()), this::writeProbe);
        for (ClientChannel each : own.values()) {
            each.find(Duration.ofNanos(Math.max(0, until - System.nanoTime())), this::writeProbe);
        }
        found = true;
    }

    private void writeProbe(CdrWriter to, SampleIdentity identity) {
        methods.codec().writeProbe(to, identity, name);
    }

    @Override
    public CompletableFuture<@Nullable Object> invoke(Invocation call) {
        Duration left = Objects.requireNonNull(call.timeLeft(), "timeLeft");
        return found
                ? invoke(call, left, false)
                : CompletableFuture.supplyAsync(() -> findWithin(left), group.decoders())
                        .thenCompose(still -> invoke(call, still, false));
    }

    @Override
    public CompletableFuture<@Nullable Object> invokeAwaited(Invocation call) {
        Duration left = Objects.requireNonNull(call.timeLeft(), "timeLeft");
        return invoke(
                call, found ? left : findWithin(left), !Thread.currentThread().isVirtual());
    }

    /** Finds the service within the time of a call. Returns the time that is left. */
    private Duration findWithin(Duration limit) {
        long start = System.nanoTime();
        find(limit);
        return limit.minusNanos(System.nanoTime() - start);
    }

    /**
     * Sends a call.
     *
     * @param left the time for the call
     * @param awaited whether the calling thread waits for the reply, and may wait within the C library
     */
    private CompletableFuture<@Nullable Object> invoke(Invocation call, Duration left, boolean awaited) {
        Operation operation = methods.types().operation(call.method());
        if (operation == null) {
            return failed(
                    Code.INVALID_CALL,
                    call.method().getName() + " cannot be called over DDS: " + methods.refusal(call.method()));
        }
        ClientChannel channel = own.getOrDefault(operation.name(), shared);
        SampleIdentity identity = channel.next();
        CdrWriter request = new CdrWriter();
        try {
            if (!channel.hasServer()) {
                return failed(Code.UNAVAILABLE, "No server of " + what + " is there now");
            }
            methods.codec()
                    .writeRequest(
                            request, identity, name, operation, call.arguments().toArray());
        } catch (CdrException e) {
            return failed(Code.CODEC, "The arguments cannot be sent: " + e.getMessage());
        } catch (DdsException e) {
            return failed(Code.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
        if (operation.oneWay()) {
            return channel.send(request);
        }
        if (channel.waiting() >= options.limits().callsInFlight()) {
            return failed(Code.REFUSED, "As many calls wait for replies as the limit 'callsInFlight' allows");
        }
        PendingCall pending = new PendingCall(
                reply -> decoded(reply, operation),
                group.decoders(),
                operation.name() + " of " + what,
                awaited ? channel.receiver() : null);
        channel.send(request, identity, pending, left);
        return pending;
    }

    private static CompletableFuture<@Nullable Object> failed(Code code, String message) {
        return CompletableFuture.failedFuture(new CallException(code, message).withOutcome(Outcome.NOT_RUN));
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
            closeChannels();
            leaving.run();
        }
    }

    private void closeChannels() {
        shared.close();
        own.values().forEach(ClientChannel::close);
    }
}
