package dev.wherry.internal.objects;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.ContextKey;
import dev.wherry.Limits;
import dev.wherry.internal.invoke.Failures;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.ContextEntries;
import dev.wherry.internal.wire.OutboundDefinitions;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a call as a ledger keeps it. Other sessions and later processes can read it, since it has the definitions that its values
 * need:
 *
 * <pre>
 * 1 (byte), method (text), digest of the arguments (16), name of the codec (text), 0 result or 1 failure (byte), context entries,
 * number of definitions (size), of each its kind (byte), length (size) and content; result or failure by the codec
 * </pre>
 *
 * @param session in which the call is served
 * @param fingerprint of the call
 * @param codecs the names of the endpoint's codecs
 * @param most bytes of an answer
 */
public record RecordedAnswer(
        Session session, RemoteMethod method, CallFingerprint fingerprint, List<String> codecs, int most) {
    private static final int VERSION = 1;
    private static final int RESULT = 0;
    private static final int FAILURE = 1;
    private static final int LONGEST_CODEC = 32;

    /** The session in which a call is served. */
    public interface Session {
        /** Returns the index of its codec among those of the endpoint. */
        int codec();

        Limits limits();

        /** Returns whether an object is sent by reference in it. */
        boolean travelsByReference(Object value);
    }

    /**
     * Returns the answer of a call that has run. If it cannot be recorded, that is logged and becomes the answer of later attempts.
     *
     * @param failed what the method has thrown; null if it has returned
     * @param context of the answer; null: none
     * @param call for the log
     */
    byte[] of(
            @Nullable Object result,
            @Nullable Throwable failed,
            @Nullable Map<ContextKey<?>, Object> context,
            String call) {
        try {
            return encode(result, failed, context);
        } catch (RuntimeException | StackOverflowError | LinkageError e) { // of the codec, or of the class's own code
            LOG.log(Level.WARNING, "The answer of a call is not recorded, only that it has run: " + call, e);
            String why = "The call was run before, and its answer was not recorded: " + e.getMessage();
            return encode(null, new CallException(Code.REFUSED, why), null);
        }
    }

    private byte[] encode(
            @Nullable Object result, @Nullable Throwable failed, @Nullable Map<ContextKey<?>, Object> context) {
        Values values = new Values();
        if (failed == null) {
            method.encodeResult(result, session.codec(), values);
        } else {
            Failures.encode(failed, Outcome.RAN, method, session.codec(), values);
        }
        return whole(failed == null ? RESULT : FAILURE, context, values);
    }

    @SuppressWarnings("EnumOrdinal") // the order is also that of the wire
    private byte[] whole(int kind, @Nullable Map<ContextKey<?>, Object> context, Values values) {
        Out out = new Out(1 << 8).limit(most);
        out.writeByte(VERSION);
        fingerprint.write(out);
        out.writeText(codecs.get(session.codec()));
        out.writeByte(kind);
        ContextEntries.write(out, context == null ? Map.of() : context);
        out.writeSize(values.numbers.size());
        for (Definition each : values.numbers.keySet()) {
            out.writeByte(each.kind().ordinal());
            out.writeSize(each.content().length);
            out.write(each.content(), 0, each.content().length);
        }
        out.write(values.out().array(), 0, values.out().size());
        return out.copy();
    }

    /**
     * Returns the recorded result. The call then counts as one that has run.
     *
     * @param call gets the context of the answer
     * @throws CallException if it is the answer of another call
     * @throws Throwable the recorded failure
     */
    @Nullable
    Object read(byte[] recorded, InboundCall call) throws Throwable {
        Recorded from = null;
        Throwable failure;
        try {
            In in = new In(recorded);
            int version = in.readByte();
            if (version != VERSION) {
                throw CodecException.malformed("an answer of version " + version);
            }
            fingerprint.check(in);
            call.runs();
            String name = in.readName(LONGEST_CODEC);
            int codec = codecs.indexOf(name);
            if (codec < 0) {
                throw CodecException.impossible("codec '" + name + "' is not among those of the endpoint");
            }
            int kind = in.readByte();
            ContextEntries.read(in).forEach(call::answerContext);
            from = new Recorded(in, definitions(in));
            if (kind == RESULT) {
                return method.decodeResult(codec, from);
            }
            failure = unmarked(Failures.decode(method, codec, from));
        } catch (CodecException e) {
            call.runs();
            failure = new CallException(
                            Code.CODEC,
                            "The call was run before. Its recorded answer cannot be read: " + e.getMessage(),
                            e)
                    .withOutcome(Outcome.RAN);
        } finally {
            if (from != null) {
                from.definitions.forEach(Definition::forget);
            }
        }
        throw failure;
    }

    private static List<Definition> definitions(In in) {
        int count = in.readCount(2);
        if (count > OutboundDefinitions.MOST) {
            throw CodecException.malformed(count + " definitions");
        }
        Definition.Kind[] kinds = Definition.Kind.values();
        List<Definition> definitions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int kind = in.readByte();
            if (kind < 0 || kind >= kinds.length) {
                throw CodecException.malformed("a definition of kind " + kind);
            }
            definitions.add(new Definition(kinds[kind], in.readBytes(in.readCount(1))));
        }
        return definitions;
    }

    /** The marker at the end of its trace is set once more when the caller decodes it. */
    private static Throwable unmarked(Throwable failure) {
        StackTraceElement[] frames = failure.getStackTrace();
        if (frames.length > 0) {
            failure.setStackTrace(Arrays.copyOf(frames, frames.length - 1));
        }
        return failure;
    }

    /** Numbers the definitions of an answer. */
    private final class Values extends Encoding {
        private final Map<Definition, Integer> numbers = new LinkedHashMap<>();

        Values() {
            super(new Out(1 << 8));
            out().limit(most);
        }

        @Override
        public int define(Definition definition) {
            return numbers.computeIfAbsent(definition, _ -> numbers.size());
        }

        @Override
        public boolean travelsByReference(Object value) {
            return session.travelsByReference(value);
        }

        @Override
        public void writeReference(Object object, List<Class<?>> as) {
            throw CodecException.impossible("it has a reference to a "
                    + object.getClass().getName() + ", which does not outlive its connection");
        }

        @Override
        public Limits limits() {
            return session.limits();
        }
    }

    private final class Recorded extends Decoding {
        private final List<Definition> definitions;

        Recorded(In in, List<Definition> definitions) {
            super(in);
            this.definitions = definitions;
        }

        @Override
        public Definition definition(int number) {
            if (number < 0 || number >= definitions.size()) {
                throw CodecException.malformed("definition " + number + " of " + definitions.size());
            }
            return definitions.get(number);
        }

        @Override
        public Object readReference(Class<?> declared, Types types) {
            throw CodecException.malformed("a reference in a recorded answer");
        }

        @Override
        public Limits limits() {
            return session.limits();
        }
    }
}
