package dev.wherry.codec.java;

import dev.wherry.Limits;
import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.DeepStack;
import dev.wherry.codec.ExceptionDescription;
import dev.wherry.codec.Patterns;
import dev.wherry.codec.StackTraces;
import dev.wherry.codec.java.Substitutes.Link;
import dev.wherry.codec.java.Substitutes.Reference;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Types;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.invoke.SerializedLambda;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/** Writes the values of a message as one object stream, so that what they share stays shared. */
final class ObjectWriter extends ObjectOutputStream {
    private static final StackWalker STACK = StackWalker.getInstance();
    /** JDK serialization does not show its depth, so the stack itself is measured from time to time. */
    private static final int OBJECTS_BETWEEN_CHECKS = 256;

    private static final int SHALLOW_FRAMES = 1_000;
    /** Each level writes the message anew. */
    private static final int MOST_COPIES_IN_COPIES = 100;

    private final Sink sink;
    private final boolean plainFrames;
    private final Types types;
    private final Limits limits;
    private final WrittenReferences references;
    private final StreamBytes written = new StreamBytes();
    private final DecodingBudget budget;
    private final StreamScan scan;
    private final Checksum checksum = new CRC32C();
    private final List<@Nullable Object> values = new ArrayList<>();
    /** Causes and suppressed exceptions of what was met. */
    private final Set<Object> links = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The copies of collections that do not notice a change; null before the first. */
    private @Nullable IdentityHashMap<Object, Object> guarded;

    private @Nullable Encoding to;
    private int objects;

    /** The bytes of one value. */
    private static final class Sink extends ByteArrayOutputStream {
        byte[] array() {
            return buf;
        }
    }

    private ObjectWriter(Sink sink, Types types, Limits limits, boolean plainFrames) throws IOException {
        super(sink);
        this.plainFrames = plainFrames;
        this.sink = sink;
        this.types = types;
        this.limits = limits;
        references = new WrittenReferences(types);
        budget = new DecodingBudget(limits, 0);
        StreamWork work = new StreamWork(limits, budget, null);
        scan = new StreamScan(written, new StreamTypes(types), work, new StreamTrace(), references);
        enableReplaceObject(true);
    }

    /** @param plainFrames whether stack traces are cut, and leave behind how this side was started: loaders and modules */
    static ObjectWriter create(Types types, Limits limits, boolean plainFrames) {
        try {
            return new ObjectWriter(new Sink(), types, limits, plainFrames);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written yet
        }
    }

    /**
     * Appends a value. For each reference it writes 1, the name of its interface or null if none is known, and the reference.
     * Then it writes 0, the length of the object stream's part, and its bytes.
     *
     * @param declared what the value is declared as
     * @return the writer of the message's further values: another one if this value nested too deep for the stack, or
     *     holds an object that is copied where its stub cannot stand
     */
    ObjectWriter value(@Nullable Object value, Class<?> declared, Encoding to) {
        ObjectWriter writer = this;
        try {
            write(value, to);
        } catch (StreamWork.TooDeepHere e) {
            writer = DeepStack.call(() -> again(value, to));
        }
        for (int pass = 0; writer.copiesMore(value, declared, to); pass++) {
            if (pass == MOST_COPIES_IN_COPIES) {
                throw CodecException.limit(
                        "remote objects that are copied, nested more than " + MOST_COPIES_IN_COPIES + " deep",
                        "graphDepth");
            }
            writer = writer.anew(value, to);
        }
        writer.append(to);
        return writer;
    }

    /** Whether the scan of what was written found objects that are to be copied instead. */
    private boolean copiesMore(@Nullable Object value, Class<?> declared, Encoding to) {
        int before = references.copies();
        references.writtenTo(to);
        scan();
        if (value != null && references.contains(value)) {
            references.stand(value, declared);
        }
        return references.copies() > before;
    }

    /** The last value once more, with the copies that it was found to need. */
    private ObjectWriter anew(@Nullable Object value, Encoding to) {
        values.removeLast();
        try {
            return again(value, to);
        } catch (StreamWork.TooDeepHere e) {
            return DeepStack.call(() -> again(value, to));
        }
    }

    /** Writes once more what was written before, as this value may refer back to it, and then this value. */
    private ObjectWriter again(@Nullable Object value, Encoding to) {
        ObjectWriter other = create(types, limits, plainFrames);
        other.references.decideAs(references);
        for (Object before : values) {
            other.write(before, to);
            other.references.writtenTo(to);
            other.scan();
            other.forget();
        }
        if (other.checksum.getValue() != checksum.getValue()) {
            throw CodecException.impossible(
                    "A value has to be written again, and one before it is written differently each time");
        }
        other.write(value, to);
        return other;
    }

    private void write(@Nullable Object value, Encoding to) {
        this.to = to;
        try {
            writeObject(value);
            flush();
            values.add(value);
        } catch (CodecException | StreamWork.TooDeepHere e) {
            throw e;
        } catch (StackOverflowError e) {
            throw (CodecException) CodecException.limit("values nested too deep for the stack", "graphDepth")
                    .initCause(e);
        } catch (IOException | RuntimeException | Error e) { // classes run code of their own here
            throw (CodecException)
                    CodecException.impossible("A value cannot be written: " + e).initCause(e);
        } finally {
            this.to = null;
        }
    }

    private void append(Encoding to) {
        for (Object object : references.current()) {
            List<Class<?>> as = references.interfaces(object);
            to.out().writeBoolean(true);
            to.out().writeText(ByReference.listed(as, types));
            to.writeReference(object, List.of());
        }
        to.out().writeBoolean(false);
        to.out().writeSize(sink.size());
        to.out().write(sink.array(), 0, sink.size());
        forget();
    }

    /** Finds what no reader would take, such as a cycle that the stream cannot carry. */
    private void scan() {
        budget.extend(sink.size());
        try {
            written.over(sink.array(), 0, sink.size());
            scan.value(Object.class, DeepStack.SHALLOW);
        } catch (StreamWork.TooDeepHere e) {
            DeepStack.<@Nullable Object>call(() -> {
                written.over(sink.array(), 0, sink.size());
                scan.value(Object.class, Integer.MAX_VALUE);
                return null;
            });
        }
    }

    private void forget() {
        checksum.update(sink.array(), 0, sink.size());
        sink.reset();
        references.next();
    }

    @Override
    protected void writeStreamHeader() {} // the codec's name in the Hello says it

    @Override
    protected @Nullable Object replaceObject(@Nullable Object object) {
        if (++objects % OBJECTS_BETWEEN_CHECKS == 0 && !DeepStack.isHere() && isDeep()) {
            throw new StreamWork.TooDeepHere();
        }
        if (object == null || object instanceof String || StreamTypes.isOurs(object.getClass())) {
            return object;
        }
        if (plainFrames && object instanceof StackTraceElement frame) {
            return new StackTraceElement(
                    frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber());
        }
        if (plainFrames && object instanceof StackTraceElement[] frames) {
            return StackTraces.cut(frames);
        }
        Encoding encoding = to;
        boolean allowed = types.allows(object.getClass());
        boolean travels = allowed && object instanceof Serializable;
        if (encoding != null && (references.has(object) || (!travels && encoding.travelsByReference(object)))) {
            return new Reference(references.add(object));
        }
        if (object instanceof URL url) {
            return new Link(url.toExternalForm());
        }
        if (LogLevels.is(object.getClass())) {
            return LogLevels.substitute(object);
        }
        if (object instanceof Pattern pattern) {
            Patterns.checkFlags(pattern.flags());
        }
        Object optional = Optionals.substitute(object);
        if (optional != null) {
            return optional;
        }
        if (object instanceof Throwable thrown) {
            links.add(ExceptionDescription.cause(thrown));
            Collections.addAll(links, thrown.getSuppressed());
        }
        if (travels) {
            return JdkViews.isUnguarded(object) ? guarded(object) : object;
        }
        Object copy = JdkViews.copy(object);
        if (copy != null) {
            return copy;
        }
        if (object instanceof Throwable thrown && links.contains(thrown)) {
            return ExceptionDescription.of(thrown);
        }
        if (object instanceof SerializedLambda lambda) {
            throw here(SentLambda.refusal(lambda));
        }
        throw allowed ? here(notSerializable(object)) : here(types.refusal(object.getClass()));
    }

    /** The same for the same collection, so that it arrives as one. */
    private Object guarded(Object collection) {
        if (guarded == null) {
            guarded = new IdentityHashMap<>();
        }
        return guarded.computeIfAbsent(collection, JdkViews::guarded);
    }

    private static boolean isDeep() {
        return STACK.walk(frames -> frames.skip(SHALLOW_FRAMES).findAny().isPresent());
    }

    static CodecException notSerializable(Object object) {
        String remedy = "It is not Serializable, as codec 'java' needs it; codec 'compact' does not.";
        return CodecException.refused(object.getClass().getName(), remedy);
    }

    /** Adds the path to the object to a refusal. The bytes so far end where the object would be. */
    private CodecException here(CodecException refusal) {
        try {
            flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // into memory
        }
        written.over(sink.array(), 0, sink.size());
        String path = scan.path();
        return path.isEmpty() ? refusal : refusal.at(path);
    }
}
