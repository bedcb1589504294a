package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.ContextKey;
import dev.wherry.Limits;
import dev.wherry.internal.invoke.Failures;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.ContextEntries;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.ReferenceList;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Types;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The body of one Call, Reply or Failure, being read. */
final class InboundMessage extends Decoding {
    /** The least time for reading an answer that takes long, from the first check. */
    private static final long LEAST_TIME = TimeUnit.MILLISECONDS.toNanos(50);

    private final Messages messages;
    private int type;
    private boolean context;
    /** The listed references that have not been read. */
    private Map<Long, Integer> unread = Map.of();

    /** The deadline of the call; it has none if {@code millis} is 0. */
    private long deadline;

    private long millis;
    private int checks;
    private boolean overdue;
    /** Bytes of the endpoint's capacity that the values of this message have taken. */
    private long held;
    /** Whether there was no more capacity. */
    private boolean full;

    InboundMessage(Messages messages) {
        this(messages, new In());
    }

    InboundMessage(Messages messages, In body) {
        super(body);
        this.messages = messages;
    }

    /** Begins to read a message whose body is set. */
    InboundMessage of(int type, int flags) {
        this.type = type;
        context = (flags & Frame.CONTEXT) != 0;
        unread = (flags & Frame.REFERENCES) != 0 ? ReferenceList.cut(in()) : Map.of();
        begin();
        millis = 0;
        checks = 0;
        overdue = false;
        full = false;
        return this;
    }

    /** Sets the deadline of the call, and the milliseconds that it had; 0: it has no deadline. */
    InboundMessage within(long deadline, long millis) {
        this.deadline = deadline;
        this.millis = millis;
        return this;
    }

    /**
     * Throws if the deadline of the call has passed. A message that was received late because the process stood still has as
     * much time to be read as one that was received just in time. That time begins with the first check, because little is
     * read before it. Nobody waits for a call whose session has ended.
     */
    @Override
    public void checkTime() {
        if (type == Frame.CALL && messages.state().hasEnded()) {
            throw CodecException.impossible("the connection of its caller has ended");
        }
        if (millis == 0) {
            return;
        }
        long now = System.nanoTime();
        if (checks++ == 0) {
            deadline += Math.max(0, now + LEAST_TIME - deadline);
        } else if (now - deadline > 0) {
            overdue = true;
            throw CodecException.impossible("it takes longer than the call's deadline allows");
        }
    }

    /** Returns the failure of a call whose answer could not be read: the codec's, or that of the deadline or the capacity. */
    private CallException unreadable(RuntimeException why) {
        if (full) {
            return noCapacity(type, messages.capacity().isFull());
        }
        if (!overdue) {
            return unreadable(why, failed());
        }
        return new CallException(
                        Code.DEADLINE_EXCEEDED,
                        "The answer from " + messages.state().peer()
                                + " was received, and reading it was given up, as the "
                                + millis
                                + " ms of the call were over. Ask for less in one call, or set another deadline by"
                                + " CallOptions.timeout, @Timeout or EndpointOptions")
                .withOutcome(failed() ? Outcome.UNKNOWN : Outcome.RAN);
    }

    /** @param failed whether the answer is a Failure, which may be of a call that was not run */
    static CallException unreadable(RuntimeException why, boolean failed) {
        return new CallException(Code.CODEC, "Cannot read the answer: " + why.getMessage(), why)
                .withOutcome(failed ? Outcome.UNKNOWN : Outcome.RAN);
    }

    /** @param type of the answer: a Failure may be of a call that was not run */
    static CallException noCapacity(int type, String why) {
        return new CallException(Code.REFUSED, "The call was answered, and the answer was refused: " + why)
                .withOutcome(type == Frame.REPLY ? Outcome.RAN : Outcome.UNKNOWN);
    }

    /** Decodes the arguments of a call of this method. */
    @Nullable
    Object[] decodeArguments(RemoteMethod method) {
        return method.decodeArguments(messages.codec(), this);
    }

    /**
     * Decodes the answer to a call of this method: returns the result, or throws what the peer has reported.
     *
     * @param options of the call, which say who receives the context of the answer
     */
    @Nullable
    Object decode(RemoteMethod method, CallOptions options) throws Throwable {
        try {
            if (context) {
                receiveContext(options);
            }
            if (failed()) {
                throw Failures.decode(method, messages.codec(), this);
            }
            return method.decodeResult(messages.codec(), this);
        } catch (CodecException | ProtocolException e) {
            throw unreadable(e);
        } finally {
            end();
            release();
        }
    }

    private void receiveContext(CallOptions options) {
        Map<ContextKey<?>, Object> entries = ContextEntries.read(in());
        try {
            options.answered(entries);
        } catch (RuntimeException e) { // thrown by code of the caller; the answer itself is whole
            LOG.log(Level.WARNING, "A consumer of the context of an answer has failed", e);
        }
    }

    /**
     * Returns why the arguments of a call could not be read: the codec's failure, or the lack of capacity or time that caused
     * it.
     */
    Throwable reason(Throwable failed) {
        if (full) {
            String why = messages.capacity().isFull();
            return new CallException(Code.REFUSED, "The call was not run: " + why).withOutcome(Outcome.NOT_RUN);
        }
        return overdue
                ? new CallException(
                                Code.DEADLINE_EXCEEDED,
                                "The call was not run: its deadline passed while its arguments were read")
                        .withOutcome(Outcome.NOT_RUN)
                : failed;
    }

    /** Records that a reference was read. */
    void arrived(long object) {
        if (!unread.isEmpty()) {
            unread.computeIfPresent(object, (id, count) -> count > 1 ? count - 1 : null);
        }
    }

    /** Ends the decoding, and gives back the references that were not read. */
    void end() {
        if (!unread.isEmpty()) {
            unread.forEach(messages.references()::release);
            unread = Map.of();
        }
    }

    /** Gives back the capacity of its values, once the call has ended or its answer was read. */
    void release() {
        if (held != 0) {
            messages.capacity().give(held);
            held = 0;
        }
    }

    boolean failed() {
        return type == Frame.FAILURE;
    }

    @Override
    public Definition definition(int number) {
        return messages.inbound().get(number);
    }

    @Override
    public void keep(int definition, Object reader, long bytes) {
        messages.inbound().codecMemory().keep(definition, reader, bytes);
    }

    @Override
    public void hold(long bytes) {
        if (!messages.capacity().takeForValues(bytes)) {
            full = true;
            throw CodecException.limit("values: " + messages.capacity().isFull(), "inboundBytes");
        }
        held += bytes;
    }

    @Override
    public int versions(int definition, Class<?> type) {
        return messages.inbound().codecMemory().versions(definition, type);
    }

    @Override
    public Object readReference(Class<?> declared, Types types) {
        return messages.references().read(this, declared, types);
    }

    @Override
    public Limits limits() {
        return messages.limits();
    }
}
