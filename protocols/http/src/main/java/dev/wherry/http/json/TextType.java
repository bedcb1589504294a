package dev.wherry.http.json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;

/** Values that have a short text, such as numbers, dates and enum constants. */
public abstract class TextType extends JsonType {
    /**
     * Returns the value of a text.
     *
     * @throws RuntimeException if it is not the text of a value
     */
    abstract Object parse(String text);

    /** Returns the text of a value. */
    public String textOf(Object value) {
        return value.toString();
    }

    /** Returns a name for the texts, such as {@code a date}. */
    abstract String description();

    @Override
    public final TextType text() {
        return this;
    }

    /** Returns the value of a text that a peer has sent. */
    public final Object parsed(String text, String place) {
        try {
            return parse(text);
        } catch (RuntimeException e) {
            throw new JsonProblem(
                    "At " + JsonInput.shown(place) + ": '" + JsonInput.shown(text) + "' is not " + description());
        }
    }

    @Override
    Object read(JsonInput from) {
        if (from.token() != JsonToken.VALUE_STRING) {
            throw from.unlike(description());
        }
        return readText(from, from.text());
    }

    final Object readText(JsonInput from, String text) {
        try {
            Object value = parse(text);
            from.visit(text, value);
            return value;
        } catch (RuntimeException e) {
            throw from.problem("'" + JsonInput.shown(text) + "' is not " + description());
        }
    }

    @Override
    void write(Object value, JsonGenerator to) {
        to.writeString(textOf(value));
    }
}
