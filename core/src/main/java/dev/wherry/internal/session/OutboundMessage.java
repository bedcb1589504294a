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
import dev.wherry.internal.wire.CallHead;
import dev.wherry.internal.wire.ContextEntries;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.ReferenceList;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One message that is encoded for a session's peer: its bytes, its references, and the definitions that it needs. */
final class OutboundMessage extends Encoding {
    /** Bytes of a buffer that are kept from message to message. */
    private static final int KEPT = 1 << 17;

    private final Messages messages;
    private final BitSet defined = new BitSet();
    private final List<Counted> counted = new ArrayList<>();
    private @Nullable CallException refusal;
    private int start;

    /** @param at where it stands */
    private record Counted(Exported reference, int at) {}

    OutboundMessage(Messages messages) {
        this(messages, 1 << 9);
    }

    private OutboundMessage(Messages messages, int capacity) {
        super(new Out(capacity));
        this.messages = messages;
    }

    /** Starts the frame, dropping whatever was here. */
    void begin(int type, int flags, long id) {
        forget();
        start = Frame.begin(out(), type, flags, id);
        out().limit(messages.longest());
    }

    /**
     * Starts a call, up to its arguments.
     *
     * @param millis that its caller waits
     * @param sent since when
     */
    void beginCall(int flags, long id, RemoteMethod method, long object, CallOptions options, long millis, long sent) {
        try {
            boolean ordered = options.ordered();
            begin(Frame.CALL, ordered ? flags | Frame.ORDERED : flags, id);
            int number = define(method.definition());
            CallHead.write(
                    out(),
                    ordered ? object + 1 : 0,
                    object,
                    number,
                    millis,
                    messages.clock().millis(sent),
                    options.context());
        } catch (CodecException e) {
            throw unsendable(e);
        }
    }

    /** Encodes the arguments of a call that was begun, and ends the message. */
    void encode(RemoteMethod method, @Nullable Object[] arguments) {
        try {
            method.encodeArguments(arguments, messages.codec(), this);
            end();
        } catch (CodecException e) {
            if (reason(e) instanceof CallException refused) {
                throw refused;
            }
            throw unsendable(e);
        }
    }

    /**
     * Encodes the result of a call that was served, and ends the message.
     *
     * @param context of the answer; null: none
     */
    void encodeResult(RemoteMethod method, @Nullable Object result, @Nullable Map<ContextKey<?>, Object> context) {
        context(context);
        method.encodeResult(result, messages.codec(), this);
        end();
    }

    /** Writes the context of an answer that was begun. */
    private void context(@Nullable Map<ContextKey<?>, Object> context) {
        if (context != null) {
            out().array()[start + Frame.LENGTH + 1] |= (byte) Frame.CONTEXT;
            ContextEntries.write(out(), context);
        }
    }

    private static CallException unsendable(CodecException why) {
        return new CallException(Code.CODEC, "Cannot send the call: " + why.getMessage(), why)
                .withOutcome(Outcome.NOT_RUN);
    }

    void end() {
        if (!counted.isEmpty()) {
            out().array()[start + Frame.LENGTH + 1] |= (byte) Frame.REFERENCES;
            ReferenceList.write(counted.stream().map(Counted::reference).toList(), out());
        }
        Frame.end(out(), start);
        state(null);
    }

    /** Makes the message a failure of Wherry, as text. */
    void failure(long id, CallException why) {
        begin(Frame.FAILURE, 0, id);
        messages.encodeFailure(() -> Failures.encode(why, why.outcome(), null, messages.codec(), this));
        end();
    }

    /**
     * Replaces what was begun by the failure of a call that was served.
     *
     * @param context of the answer; null: none
     */
    void failure(
            long id,
            Throwable failed,
            Outcome outcome,
            @Nullable RemoteMethod method,
            @Nullable Map<ContextKey<?>, Object> context) {
        rollback();
        try {
            begin(Frame.FAILURE, 0, id);
            context(failed instanceof CodecException ? null : context); // it may be what could not be encoded
            messages.encodeFailure(() -> Failures.encode(failed, outcome, method, messages.codec(), this));
            end();
        } catch (RuntimeException | Error e) { // such as of its own methods, or for want of memory
            LOG.log(Level.ERROR, "The failure of call " + id + " could not be encoded", e);
            rollback();
            failure(
                    id,
                    new CallException(Code.INTERNAL, "The call failed, and its failure could not be encoded")
                            .withOutcome(outcome));
        }
    }

    /** Returns why it could not be encoded: a reference that was refused, even if the codec has failed otherwise because of it. */
    Throwable reason(Throwable failed) {
        return refusal != null ? refusal : failed;
    }

    /** Drops what was begun and gives back the references that it counted. */
    void rollback() {
        takingBack().run();
        forget();
    }

    /** Gives back the references that this message counts, if it should not be sent after all. */
    Runnable takingBack() {
        List<Counted> all = List.copyOf(counted);
        return () -> all.forEach(each -> messages.exports().takeBack(each.reference));
    }

    /** Moves what was encoded into a message whose buffer is as long as needed. */
    OutboundMessage moved() {
        OutboundMessage moved = new OutboundMessage(messages, out().size());
        moved.out().write(out().array(), 0, out().size());
        moved.start = start;
        moved.defined.or(defined);
        moved.counted.addAll(counted);
        counted.clear();
        return moved;
    }

    /** Gives another id to a message that is ended. */
    OutboundMessage as(long id) {
        Frame.patchId(out(), start, id);
        return this;
    }

    /** Gives back the references that it lists, as the peer would do: it was {@linkplain #sent sent}, and was not received. */
    void takeBackListed() {
        if (listsReferences()) {
            In body = new In().over(out().array(), start + Frame.HEADER, out().size());
            ReferenceList.cut(body).forEach(messages.exports()::takeBack);
        }
    }

    boolean listsReferences() {
        return (out().array()[start + Frame.LENGTH + 1] & Frame.REFERENCES) != 0;
    }

    /** Forgets the objects that it refers to, once it was sent. */
    void sent() {
        if (!counted.isEmpty()) {
            counted.clear();
        }
    }

    /** Forgets the last message, and keeps its buffer. */
    void forget() {
        refusal = null;
        counted.clear();
        defined.clear();
        state(null);
        out().reset(KEPT);
    }

    @Override
    public int define(Definition definition) {
        int number = messages.outbound().number(definition);
        defined.set(number);
        return number;
    }

    /** Writes the definitions that the link has not carried yet. The caller guards the link's order. */
    void definitions(BitSet carried, Out to) {
        int start = to.size();
        try {
            for (int number = defined.nextSetBit(0); number >= 0; number = defined.nextSetBit(number + 1)) {
                if (!carried.get(number)) {
                    messages.outbound().write(number, to);
                }
            }
            carried.or(defined);
        } catch (Error e) { // all or none: a part of a frame would end the connection
            to.size(start);
            throw e;
        }
    }

    void counts(Exported reference) {
        counted.add(new Counted(reference, out().size()));
    }

    @Override
    public void cut(int size) {
        while (!counted.isEmpty() && counted.getLast().at >= size) {
            messages.exports().takeBack(counted.removeLast().reference);
        }
        super.cut(size);
    }

    @Override
    public Limits limits() {
        return messages.limits();
    }

    @Override
    public boolean travelsByReference(Object value) {
        return messages.references().has(value);
    }

    @Override
    public void writeReference(Object object, List<Class<?>> as) {
        try {
            messages.references().write(object, as, this);
        } catch (CallException e) {
            refusal = e;
            throw e;
        }
    }
}
