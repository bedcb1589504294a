package dev.wherry.http.json;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.node.ObjectNode;

/** How the values of one declared type are JSON. Immutable; for any thread. */
public abstract class JsonType {
    /** Reads the value at the current token, which is not {@code null}. */
    abstract Object read(JsonInput from);

    /** Writes a value that is not null. */
    abstract void write(Object value, JsonGenerator to);

    /** Returns the JSON schema of the values, without null. */
    public abstract ObjectNode schema(Schemas schemas);

    /** Returns the value that JSON {@code null} stands for. */
    @Nullable
    Object ofNull(JsonInput from) {
        return null;
    }

    /** Returns whether a value may be left out where an object or call has it. */
    public boolean mayBeMissing() {
        return false;
    }

    /** Returns whether null is a value. */
    public boolean allowsNull() {
        return true;
    }

    /** Returns the value of one that is left out; only where one {@link #mayBeMissing}. */
    public @Nullable Object missing() {
        return null;
    }

    /** Returns the type of values that are plain text in an address or a key; null if these are not. */
    public @Nullable TextType text() {
        return null;
    }

    /** Returns whether values can stand in an address: they have a text, or are optional ones that have. */
    public boolean isSimple() {
        return text() != null;
    }

    /** Returns the value of a text in an address; only where values are {@linkplain #isSimple simple}. */
    public Object ofText(String text, String place) {
        return Objects.requireNonNull(text()).parsed(text, place);
    }

    /** Returns the text of a value in an address, null if it is left out; only where values are {@linkplain #isSimple simple}. */
    public @Nullable String toText(@Nullable Object value) {
        return value == null ? null : Objects.requireNonNull(text()).textOf(value);
    }

    /** Reads the value at the current token. */
    final @Nullable Object readAny(JsonInput from) {
        from.count();
        return from.token() == JsonToken.VALUE_NULL ? ofNull(from) : read(from);
    }

    /** Writes a value. */
    void writeAny(@Nullable Object value, JsonGenerator to) {
        if (value == null) {
            to.writeNull();
        } else {
            write(value, to);
        }
    }
}
