package dev.wherry.dds.rpc;

import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.RemoteExceptionCode;
import dev.wherry.dds.cdr.Request;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.qos.ChannelQos;
import dev.wherry.dds.types.Operation;
import java.lang.System.Logger.Level;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A bound name as a service: its channels, and what is done with its requests on the thread that receives them. */
final class Service implements AutoCloseable {
    private final String name;
    private final ServiceInterface methods;
    private final ServedCalls calls;
    private final ExecutorService executor;
    private final ServiceChannel channel;
    private final ReplyCache cache = new ReplyCache();
    private int underWay; // guarded by this
    private boolean stopped; // guarded by this

    Service(String name, ServiceInterface methods, Participant participant, Qos qos, ServedCalls calls) {
        this.name = name;
        this.methods = methods;
        this.calls = calls;
        channel = new ServiceChannel(this, calls, TopicPair.of(name, methods.types(), ChannelQos.of(qos)), participant);
        executor = calls.executors().ofService(name);
    }

    String name() {
        return name;
    }

    ServiceInterface methods() {
        return methods;
    }

    /** Begins to receive requests. */
    void start(SampleReceiver receiver) {
        receiver.add(channel.reader(), channel);
    }

    void dropped(String why) {
        DdsLog.ofPeer(Level.WARNING, () -> "A request to '" + name + "' was dropped: " + why, null);
    }

    /** Returns whether a call was begun, which closes the memory. */
    boolean received(ServiceChannel channel, Request request, CallMemory memory) {
        SampleIdentity identity = request.identity();
        if (!request.instanceName().isEmpty() && !request.instanceName().equals(name)) {
            dropped("it is for another instance");
            return false;
        }
        Operation operation = request.operation();
        if (operation == null) {
            channel.reply(identity, RemoteExceptionCode.UNKNOWN_OPERATION);
            return false;
        }
        if (!enter()) {
            dropped("as many calls as the limit 'callsInFlight' allows are under way");
            if (!operation.oneWay()) {
                channel.reply(identity, RemoteExceptionCode.OUT_OF_RESOURCES);
            }
            return false;
        }
        if (!cache.begin(identity)) {
            leave();
            repeated(channel, identity);
            return false;
        }
        try {
            executor.execute(new ServedCall(this, calls, channel, operation, request, memory));
            return true;
        } catch (RejectedExecutionException e) { // it is being closed
            leave();
            return false;
        }
    }

    /** Sends the reply of a request again that was received before, unless it is still being run. */
    private void repeated(ServiceChannel channel, SampleIdentity identity) {
        byte[] reply = cache.reply(identity);
        if (reply != null) {
            channel.replyLater(reply);
        } else {
            DdsLog.ofPeer(
                    Level.DEBUG, () -> "A repeated request to '" + name + "' was dropped: it was run before", null);
        }
    }

    /** Sends the reply of a call, and ends the call afterwards. */
    void reply(ServiceChannel channel, SampleIdentity to, @Nullable CdrWriter reply, CallMemory memory) {
        memory.close();
        if (reply == null) {
            leave();
            return;
        }
        byte[] bytes = reply.toBytes();
        cache.end(to, bytes);
        channel.reply(bytes, failed -> {
            leave();
            SampleSender.report("A reply of '" + name + "'", failed);
        });
    }

    /** Counts a call. Returns false if the limit of the listener is reached. */
    private synchronized boolean enter() {
        if (!calls.enter()) {
            return false;
        }
        underWay++;
        return true;
    }

    private void leave() {
        calls.leave();
        boolean last;
        synchronized (this) {
            last = --underWay == 0 && stopped;
        }
        if (last) {
            close();
        }
    }

    /** Receives nothing more, and closes this when the calls that are under way have ended. */
    void stop(SampleReceiver receiver) {
        receiver.remove(channel.reader());
        channel.stop();
        boolean idle;
        synchronized (this) {
            stopped = true;
            idle = underWay == 0;
        }
        if (idle) {
            close();
        }
    }

    @Override
    public void close() {
        channel.close();
        calls.executors().left(executor);
    }
}
