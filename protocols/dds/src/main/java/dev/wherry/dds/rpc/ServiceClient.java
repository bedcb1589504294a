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
import dev.wherry.dds.types.Operation;
import dev.wherry.spi.Protocol;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
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
    private final ClientChannel channel;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param leaving runs once this is closed */
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
        ChannelQos qos =
                ChannelQos.of(ServiceQos.of(address, DdsOptions.in(options).writeTimeout()));
        channel = new ClientChannel(TopicPair.of(name, methods.types(), qos), group, options, what);
    }

    /** Waits until the service is found, at most the find timeout of the options. */
    void find(Duration limit) {
        Duration own = DdsOptions.in(options).findTimeout();
        channel.find(
                own.compareTo(limit) < 0 ? own : limit,
                (to, identity) -> methods.codec().writeProbe(to, identity, name));
    }

    @Override
    public CompletionStage<@Nullable Object> invoke(Invocation call) {
        Operation operation = methods.types().operation(call.method());
        if (operation == null) {
            return failed(
                    Code.INVALID_CALL,
                    call.method().getName() + " cannot be called over DDS: " + methods.refusal(call.method()));
        }
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
        PendingCall pending =
                new PendingCall(reply -> decoded(reply, operation), group.decoders(), operation.name() + " of " + what);
        channel.send(request, identity, pending, Objects.requireNonNull(call.timeLeft(), "timeLeft"));
        return pending;
    }

    private static CompletionStage<@Nullable Object> failed(Code code, String message) {
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
            channel.close();
            leaving.run();
        }
    }
}
