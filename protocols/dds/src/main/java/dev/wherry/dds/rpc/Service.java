package dev.wherry.dds.rpc;

import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.RemoteExceptionCode;
import dev.wherry.dds.cdr.Request;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.engine.DdsLog;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.qos.ServicePolicies;
import dev.wherry.dds.types.Operation;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A bound name as a service: its channels, and what is done with its requests on the thread that receives them. */
final class Service implements AutoCloseable {
    private final String name;
    private final ServiceInterface methods;
    private final ServicePolicies policies;
    private final ServedCalls calls;
    private final ExecutorService executor;
    private final boolean mayRunHere;
    private final List<ServiceChannel> channels = new ArrayList<>();
    private final ReplyCache cache;
    private final CallTimes times = new CallTimes();
    private int underWay; // guarded by this
    private boolean stopped; // guarded by this

    Service(
            String name,
            ServiceInterface methods,
            ServicePolicies policies,
            Participant participant,
            ServedCalls calls) {
        this.name = name;
        this.methods = methods;
        this.policies = policies;
        this.calls = calls;
        cache = new ReplyCache(calls.isReplicated());
        executor = calls.executors().ofService(name, policies.hasPriorities());
        mayRunHere = calls.executors().isUnordered(executor);
        boolean complete = false;
        try {
            TopicPair shared = methods.shared(name, policies);
            if (shared != null) {
                channels.add(new ServiceChannel(this, calls, null, shared, participant));
            }
            for (Operation each : methods.types().operations()) {
                TopicPair own = methods.own(name, each, policies);
                if (own != null) {
                    channels.add(new ServiceChannel(this, calls, each, own, participant));
                }
            }
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    String name() {
        return name;
    }

    ServiceInterface methods() {
        return methods;
    }

    /** Returns the priority of an operation's calls. */
    int priority(Operation operation) {
        return policies.priority(operation);
    }

    /** Begins to receive requests. */
    void start(SampleReceiver receiver) {
        channels.forEach(each -> {
            receiver.reportMismatches(each.reader(), "A client of '" + name + "'");
            receiver.add(each.reader(), each);
        });
    }

    CallTimes times() {
        return times;
    }

    void dropped(String why) {
        DdsLog.ofPeer(Level.WARNING, () -> "A request to '" + name + "' was dropped: " + why, null);
    }

    /**
     * Returns whether a call was begun, which closes the memory.
     *
     * @param writer a number of that which has sent the request
     */
    boolean received(ServiceChannel channel, Request request, long writer, CallMemory memory) {
        SampleIdentity identity = request.identity();
        if (!request.instanceName().isEmpty() && !request.instanceName().equals(name)) {
            dropped("it is for another instance");
            return false;
        }
        Operation operation = request.operation();
        if (operation == null || !channel.takes(operation)) {
            channel.reply(identity, RemoteExceptionCode.UNKNOWN_OPERATION);
            return false;
        }
        if (isRepeated(channel, identity, writer)) {
            return false;
        }
        if (!enter()) {
            dropped("as many calls as the limit 'callsInFlight' allows are under way");
            if (!operation.oneWay()) {
                channel.reply(identity, RemoteExceptionCode.OUT_OF_RESOURCES);
            }
            return false;
        }
        if (!cache.begin(identity, writer)) { // another thread has begun it since
            leave();
            return false;
        }
        ServedCall call = new ServedCall(this, calls, channel, operation, request, memory);
        boolean quick = mayRunHere && times.isQuick(operation);
        if (isStopped()) {
            call.refuse();
        } else if (!quick || !SampleReceiver.runHere(call)) {
            try {
                executor.execute(call);
            } catch (RejectedExecutionException e) { // it is being closed
                call.refuse();
            }
        }
        return true;
    }

    /**
     * Returns whether a request was begun before. Then its reply is sent again, unless it is still being run. Such a request is never
     * refused, since the client would take it for one that was not run.
     */
    boolean isRepeated(ServiceChannel channel, SampleIdentity identity, long writer) {
        if (!cache.isKnown(identity, writer)) {
            return false;
        }
        CdrWriter reply = cache.reply(identity);
        if (reply != null) {
            channel.replyLater(reply);
        } else {
            DdsLog.ofPeer(
                    Level.DEBUG, () -> "A repeated request to '" + name + "' was dropped: it was run before", null);
        }
        return true;
    }

    /** Sends the reply of a call, and ends the call afterwards. */
    void reply(ServiceChannel channel, SampleIdentity to, @Nullable CdrWriter reply, CallMemory memory) {
        memory.close();
        if (reply == null) {
            leave();
            return;
        }
        cache.end(to, reply);
        channel.reply(reply, failed -> {
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

    private synchronized boolean isStopped() {
        return stopped;
    }

    private void leave() {
        calls.leave();
        ended();
    }

    private void ended() {
        boolean last;
        synchronized (this) {
            last = --underWay == 0 && stopped;
        }
        if (last) {
            close();
        }
    }

    /** Refuses what was received but not begun, receives nothing more, and closes this when the calls that are under way have ended. */
    void stop(SampleReceiver receiver) {
        synchronized (this) {
            stopped = true;
            underWay++; // this, which sends replies
        }
        channels.forEach(each -> {
            receiver.remove(each.reader());
            each.stop();
        });
        ended();
    }

    @Override
    public void close() {
        channels.forEach(ServiceChannel::close);
        calls.executors().left(executor);
    }
}
