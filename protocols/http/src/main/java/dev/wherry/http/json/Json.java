package dev.wherry.http.json;

import dev.wherry.Limits;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads and writes JSON within limits. For any thread. */
public final class Json {
    /** The most digits of a number. */
    static final int LONGEST_NUMBER = 1_000;

    private static final int LONGEST_NAME = 50_000;
    private static final int DEEPEST = 100;
    private static final int USUAL_ANSWER = 256;
    private static final int DECODED = 4_096;
    /** Documents of so many bytes are not counted while they are parsed or written. */
    private static final int SMALL = 64 << 10;

    private final JsonFactory factory;
    private final Limits limits;
    private final int most;
    private final long mostWriting;
    private final AtomicLong writing = new AtomicLong();

    /** @param limits the most bytes, depth and values of a document */
    public Json(Limits limits) {
        this.limits = limits;
        most = limits.messageBytes();
        mostWriting = limits.inboundBytes();
        factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(Math.min(DEEPEST, limits.graphDepth()))
                        .maxDocumentLength(limits.messageBytes())
                        .maxStringLength(limits.messageBytes())
                        .maxNumberLength(LONGEST_NUMBER)
                        .maxNameLength(LONGEST_NAME)
                        .build())
                .build();
    }

    /** Reads one document. The reader is called at its first token. Throws a {@link JsonProblem} if it is not as expected. */
    public <T extends @Nullable Object> T read(byte[] document, ValueMemory memory, Function<JsonInput, T> reader) {
        refuseOtherEncodings(document);
        long ofParser =
                document.length > SMALL ? (long) Character.BYTES * document.length : 0; // it keeps a whole string
        memory.take(ofParser);
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), document, 0, document.length)) {
            JsonInput from = new JsonInput(parser, limits, document.length, memory);
            from.next();
            T value = reader.apply(from);
            if (parser.nextToken() != null) {
                throw new JsonProblem("Malformed: more than one value");
            }
            return value;
        } catch (JacksonException e) {
            throw JsonInput.problem(e);
        } finally {
            memory.give(ofParser);
        }
    }

    /** JSON is UTF-8 without a mark. A parser that guesses would take other encodings for it, and bytes that are not UTF-8. */
    private static void refuseOtherEncodings(byte[] document) {
        boolean other = (document.length > 0 && (document[0] & 0xff) >= 0xef)
                || (document.length > 1 && (document[0] == 0 || document[1] == 0));
        if (other) {
            throw new JsonProblem("Malformed: not JSON in UTF-8");
        }
        CharsetDecoder strict = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer from = ByteBuffer.wrap(document);
        CharBuffer to = CharBuffer.allocate(Math.min(DECODED, document.length + 1));
        CoderResult result;
        do {
            to.clear();
            result = strict.decode(from, to, true);
        } while (result.isOverflow());
        if (result.isError()) {
            throw new JsonProblem("Malformed: not UTF-8 at byte " + from.position());
        }
    }

    /** A document while it is written. */
    private final class Written extends ByteArrayOutputStream {
        private long counted;

        Written() {
            super(USUAL_ANSWER);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            if (length > most - count) {
                throw new JsonProblem("Over the limit 'messageBytes': more than " + most + " bytes");
            }
            if (count > SMALL) {
                counted += length;
                if (writing.addAndGet(length) > mostWriting) {
                    throw new JsonProblem("Over the limit 'inboundBytes': large values that are written at one time");
                }
            }
            super.write(bytes, offset, length);
        }

        /** The document is complete, or is given up. */
        void end() {
            writing.addAndGet(-counted);
        }
    }

    /** Writes one document. Throws a {@link JsonProblem} if a value cannot be written, or is over the limit of a message. */
    public byte[] write(Consumer<JsonGenerator> writer) {
        Written to = new Written();
        try (JsonGenerator generator = factory.createGenerator(ObjectWriteContext.empty(), to, JsonEncoding.UTF8)) {
            writer.accept(generator);
            generator.flush();
            return to.toByteArray();
        } catch (JacksonException e) {
            throw JsonInput.problem(e);
        } finally {
            to.end();
        }
    }

    /** Returns the bytes of one value. */
    public byte[] bytes(JsonType type, @Nullable Object value) {
        return write(to -> type.writeAny(value, to));
    }

    /** Reads one value. */
    public @Nullable Object value(byte[] document, JsonType type, ValueMemory memory) {
        return read(document, memory, type::readAny);
    }

    /** Reads the named values of an object, or the values of an array in their order. */
    public @Nullable Object[] values(byte[] document, JsonProperties members, ValueMemory memory) {
        return read(document, memory, from -> {
            if (from.token() == JsonToken.START_ARRAY) {
                return members.readArray(from);
            }
            if (from.token() != JsonToken.START_OBJECT) {
                throw from.unlike("an object with the arguments");
            }
            return members.read(from);
        });
    }

    /** Returns an object of named values. */
    public byte[] bytes(JsonProperties members, @Nullable Object[] values) {
        return write(to -> {
            to.writeStartObject();
            for (int i = 0; i < values.length; i++) {
                members.write(i, values[i], to);
            }
            to.writeEndObject();
        });
    }

    /** Returns the names of an object's properties. Throws a {@link JsonProblem} at one that is not known, or is there twice. */
    public Set<String> names(byte[] document, Set<String> known, ValueMemory memory) {
        return read(document, memory, from -> {
            Set<String> names = new HashSet<>();
            if (from.token() != JsonToken.START_OBJECT) {
                throw from.unlike("an object with the arguments, since several methods have this name");
            }
            while (from.next() != JsonToken.END_OBJECT) {
                String name = from.parser().currentName();
                if (!known.contains(name)) {
                    throw from.problem("no method of this name has such an argument");
                }
                if (!names.add(name)) {
                    throw from.problem("the argument is there already");
                }
                from.next();
                from.parser().skipChildren();
            }
            return names;
        });
    }
}
