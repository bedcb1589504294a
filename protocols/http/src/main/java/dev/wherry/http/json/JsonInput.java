package dev.wherry.http.json;

import dev.wherry.Limits;
import dev.wherry.codec.DecodingBudget;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.util.TokenBuffer;

/** JSON that is being read, with the number of values that it may still have. For one thread. */
public final class JsonInput {
    private static final int LONGEST_SHOWN = 60;
    private static final int OF_VALUE = 16;
    private static final int OF_TEXT = 40;
    private static final int DIGITS_PER_BYTE = 2;

    private final DecodingBudget budget;
    private final ValueMemory memory;
    private JsonParser parser;
    private long left;
    private long visited;

    /**
     * @param limits the most values, nested ones included, and the work that they may take
     * @param bytes of the document
     */
    JsonInput(JsonParser parser, Limits limits, int bytes, ValueMemory memory) {
        this.parser = parser;
        left = limits.graphObjects();
        budget = new DecodingBudget(limits, bytes);
        this.memory = memory;
    }

    /** Counts heap that values take, before it is allocated. */
    void hold(long bytes) {
        memory.hold(bytes);
    }

    /** Returns the string that is read. Its memory is counted before it is made. */
    String text() {
        holdText(parser.getStringLength());
        return parser.getString();
    }

    /** Counts the memory of a text. */
    void holdText(int length) {
        hold(OF_TEXT + (long) Character.BYTES * length);
    }

    /** Returns the work that the values may still take. */
    DecodingBudget budget() {
        return budget;
    }

    /** Counts what hashing the values visits. */
    void visit(int parts) {
        visited += parts;
    }

    /** Counts what hashing a text, or the value that it stands for, visits. */
    void visit(String text, Object value) {
        visited += text.length();
        if (value instanceof BigDecimal decimal) {
            budget.meetDecimal(Math.max(text.length(), Math.abs(decimal.scale())) / DIGITS_PER_BYTE);
        }
    }

    /** Returns what hashing all values so far visits. For one value, it is the growth of this number while it was read. */
    long visited() {
        return visited;
    }

    JsonParser parser() {
        return parser;
    }

    /** Returns the kind of the next token. */
    JsonToken next() {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw new JsonProblem("The JSON ends too early");
        }
        return token;
    }

    /** Returns the kind of the token that is read. */
    JsonToken token() {
        return Objects.requireNonNull(parser.currentToken(), "no token");
    }

    /** Counts one more value. */
    void count() {
        hold(OF_VALUE);
        visited++;
        if (--left < 0) {
            throw new JsonProblem("Over the limit 'graphObjects': too many values");
        }
    }

    /** Returns the problem that the current value is not what is declared. */
    JsonProblem unlike(String expected) {
        return problem("expected " + expected + ", found " + found());
    }

    /** Returns a problem with the position of the current value before it. */
    JsonProblem problem(String what) {
        String at = parser.streamReadContext().pathAsPointer(false).toString();
        return new JsonProblem("At " + (at.isEmpty() ? "the top" : shown(at)) + ": " + what);
    }

    private String found() {
        return switch (token()) {
            case START_OBJECT, PROPERTY_NAME, END_OBJECT -> "an object";
            case START_ARRAY, END_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT -> "an integer";
            case VALUE_NUMBER_FLOAT -> "a number with a fraction or exponent";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            case VALUE_NULL -> "null";
            default -> "something else";
        };
    }

    /** Returns text of a peer as messages show it: in one line, shortened. */
    static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), LONGEST_SHOWN); i++) {
            char c = text.charAt(i);
            shown.append(c < ' ' || c == 0x7f || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029' ? '?' : c);
        }
        return text.length() > LONGEST_SHOWN ? shown.append("...").toString() : shown.toString();
    }

    /** Reads from a copy of what follows, and goes on behind the original. Each token of the copy counts as a value. */
    <T> T fromCopy(TokenBuffer copy, Supplier<T> reader) {
        JsonParser outer = parser;
        parser = copy.asParser(ObjectReadContext.empty());
        try {
            next();
            return reader.get();
        } finally {
            parser = outer;
        }
    }

    /** Copies the value at the current token. */
    void copyTo(TokenBuffer copy) {
        int depth = 0;
        do {
            count();
            JsonToken token = token();
            if (token == JsonToken.VALUE_STRING) {
                holdText(parser.getStringLength());
            }
            copy.copyCurrentEvent(parser);
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            }
        } while (depth > 0 && next() != JsonToken.NOT_AVAILABLE);
    }

    /** Returns what a failure of the parser means: the text is not JSON, or is over a limit. */
    static JsonProblem problem(JacksonException failure) {
        String message = failure.getOriginalMessage();
        return new JsonProblem("Malformed: " + (message == null ? "not JSON" : oneLine(message)));
    }

    private static @Nullable String oneLine(String message) {
        int end = message.indexOf('\n');
        String line = end < 0 ? message : message.substring(0, end);
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(line.length(), 200); i++) {
            char c = line.charAt(i);
            shown.append(c < ' ' || c > '~' ? '?' : c);
        }
        return shown.toString();
    }
}
