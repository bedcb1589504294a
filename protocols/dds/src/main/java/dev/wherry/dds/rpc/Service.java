package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.dds.cdr.CdrException;
import dev.wherry.dds.cdr.CdrLimits;
import dev.wherry.dds.cdr.CdrReader;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.RemoteExceptionCode;
import dev.wherry.dds.cdr.Request;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.engine.SampleSink;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.Operation;
import java.lang.System.Logger.Level;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A bound name as a service: its topics, and what is done with its requests on the thread that receives them. */
final class Service implements SampleSink, AutoCloseable {
    private final String name;
    private final ServiceInterface methods;
    private final ServedCalls calls;
    private final ExecutorService executor;
    private final Reader reader;
    private final Writer writer;
    private final SampleSender sender;
    private final ReplyCache cache = new ReplyCache();
    private int underWay; // guarded by this
    private boolean stopped; // guarded by this

    /** Creates the reader last, so that a request is never received before its reply can be sent. */
    Service(String name, ServiceInterface methods, Participant participant, Qos qos, ServedCalls calls) {
        this.name = name;
        this.methods = methods;
        this.calls = calls;
        String requests = TopicNames.request(name);
        try (Topic replyTopic = participant.topic(
                        TopicNames.reply(name), methods.types().replyType(), qos);
                Topic requestTopic = participant.topic(requests, methods.types().requestType(), qos)) {
            writer = participant.writer(replyTopic, qos);
            reader = participant.reader(requestTopic, qos, calls.limits().messageBytes());
        }
        executor = calls.executors().ofService(name);
        sender = new SampleSender(writer, "wherry-dds-reply", 2 * calls.limits().callsInFlight());
    }

    String name() {
        return name;
    }

    ServiceInterface methods() {
        return methods;
    }

    Reader reader() {
        return reader;
    }

    @Override
    public void sample(byte[] payload, int offset, int length, SampleInfo info) {
        if (!info.valid()) {
            return;
        }
        CallMemory memory = new CallMemory(calls.objects().memory());
        boolean begun = false;
        try {
            memory.accept(length);
            byte[] copy = Payloads.copy(payload, offset, length);
            CdrLimits limits = CdrLimits.of(length, calls.limits());
            begun = received(methods.codec().readRequest(new CdrReader(copy, length, limits, memory)), memory);
        } catch (CdrException e) {
            dropped("it is not one: " + e.getMessage());
        } catch (CallException e) {
            SampleIdentity identity = SampleIdentity.peek(payload, offset, length);
            if (identity != null) {
                reply(identity, RemoteExceptionCode.OUT_OF_RESOURCES);
            }
        } finally {
            if (!begun) {
                memory.close();
            }
        }
    }

    @Override
    public void refused(long length, SampleInfo info) {
        dropped("its " + length + " bytes are over the limit 'messageBytes'");
    }

    private void dropped(String why) {
        DdsLog.ofPeer(Level.WARNING, () -> "A request to '" + name + "' was dropped: " + why, null);
    }

    /** Returns whether a call was begun, which closes the memory. */
    private boolean received(Request request, CallMemory memory) {
        SampleIdentity identity = request.identity();
        if (!request.instanceName().isEmpty() && !request.instanceName().equals(name)) {
            dropped("it is for another instance");
            return false;
        }
        Operation operation = request.operation();
        if (operation == null) {
            reply(identity, RemoteExceptionCode.UNKNOWN_OPERATION);
            return false;
        }
        if (!enter()) {
            dropped("as many calls as the limit 'callsInFlight' allows are under way");
            if (!operation.oneWay()) {
                reply(identity, RemoteExceptionCode.OUT_OF_RESOURCES);
            }
            return false;
        }
        if (!cache.begin(identity)) {
            leave();
            repeated(identity);
            return false;
        }
        try {
            executor.execute(new ServedCall(this, calls, operation, request, memory));
            return true;
        } catch (RejectedExecutionException e) { // it is being closed
            leave();
            return false;
        }
    }

    /** Sends the reply of a request again that was received before, unless it is still being run. */
    private void repeated(SampleIdentity identity) {
        byte[] reply = cache.reply(identity);
        if (reply != null) {
            sender.sendLater(reply, reply.length, failed -> SampleSender.report("A repeated reply", failed));
        } else {
            DdsLog.ofPeer(
                    Level.DEBUG, () -> "A repeated request to '" + name + "' was dropped: it was run before", null);
        }
    }

    private void reply(SampleIdentity to, RemoteExceptionCode code) {
        CdrWriter reply = new CdrWriter();
        methods.codec().writeCode(reply, to, code);
        sender.sendLater(
                reply.array(), reply.size(), failed -> SampleSender.report("A reply of '" + name + "'", failed));
    }

    /** Sends the reply of a call, and ends the call afterwards. */
    void reply(SampleIdentity to, @Nullable CdrWriter reply, CallMemory memory) {
        memory.close();
        if (reply == null) {
            leave();
            return;
        }
        byte[] bytes = reply.toBytes();
        cache.end(to, bytes);
        sender.send(bytes, bytes.length, failed -> {
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
    void stop() {
        reader.close();
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
        reader.close();
        writer.close();
        sender.close();
        calls.executors().left(executor);
    }
}
