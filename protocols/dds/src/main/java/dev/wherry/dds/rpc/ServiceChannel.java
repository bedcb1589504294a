package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.dds.cdr.CdrException;
import dev.wherry.dds.cdr.CdrLimits;
import dev.wherry.dds.cdr.CdrReader;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.MessageCodec;
import dev.wherry.dds.cdr.RemoteExceptionCode;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.engine.SampleSink;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.Operation;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One pair of topics as a service uses it: the reader of its requests, on the thread that receives them, and the writer of replies. */
final class ServiceChannel implements SampleSink, AutoCloseable {
    private final Service service;
    private final ServedCalls calls;
    private final @Nullable Operation only;
    private final MessageCodec codec;
    private final Reader reader;
    private final Writer writer;
    private final SampleSender sender;

    /**
     * Creates the reader last, so that a request is never received before its reply can be sent.
     *
     * @param only the operation whose requests it takes; null: it takes all
     */
    ServiceChannel(
            Service service, ServedCalls calls, @Nullable Operation only, TopicPair topics, Participant participant) {
        this.service = service;
        this.calls = calls;
        this.only = only;
        codec = topics.codec();
        try (Topic replyTopic = topics.replyTopic(participant);
                Topic requestTopic = topics.requestTopic(participant)) {
            writer = participant.writer(replyTopic, topics.qos().replies().writer());
            boolean complete = false;
            try {
                reader = participant.reader(
                        requestTopic,
                        topics.qos().requests().reader(),
                        calls.limits().messageBytes());
                complete = true;
            } finally {
                if (!complete) {
                    writer.close();
                }
            }
        }
        sender = new SampleSender(writer, "wherry-dds-reply", 2 * calls.limits().callsInFlight());
    }

    /** Returns whether requests of an operation may be sent to this channel. */
    boolean takes(Operation operation) {
        return only == null || only.equals(operation);
    }

    Reader reader() {
        return reader;
    }

    MessageCodec codec() {
        return codec;
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
            CdrLimits limits = CdrLimits.of(length, calls.limits());
            begun = service.received(
                    this,
                    codec.readRequest(new CdrReader(payload, length, limits, memory)),
                    info.publication(),
                    memory);
        } catch (CdrException e) {
            service.dropped("it is not one: " + e.getMessage());
        } catch (CallException e) {
            SampleIdentity identity = codec.sentIdentity(payload, offset, length);
            if (identity != null && !service.isRepeated(this, identity, info.publication())) {
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
        service.dropped("its " + length + " bytes are over the limit 'messageBytes'");
    }

    /** Sends a reply without a result, if the codec has one. */
    void reply(SampleIdentity to, RemoteExceptionCode code) {
        CdrWriter reply = new CdrWriter();
        if (codec.writeCode(reply, to, code)) {
            replyLater(reply);
        }
    }

    /** Sends a reply on another thread. */
    void replyLater(CdrWriter reply) {
        sender.sendLater(
                reply.array(),
                reply.size(),
                failed -> SampleSender.report("A reply of '" + service.name() + "'", failed));
    }

    /** Sends a reply, on the calling thread if that may block. */
    void reply(CdrWriter reply, Consumer<@Nullable DdsException> done) {
        sender.send(reply.array(), reply.size(), done);
    }

    /** Receives nothing more than what has arrived. */
    void stop() {
        try {
            reader.take(this, calls.limits().callsInFlight());
        } finally {
            reader.close();
        }
    }

    @Override
    public void close() {
        reader.close();
        writer.close();
        sender.close();
    }
}
