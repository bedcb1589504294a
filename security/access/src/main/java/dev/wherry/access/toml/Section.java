package dev.wherry.access.toml;

import dev.wherry.access.PolicyException;
import dev.wherry.text.OneLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** A table of a policy file. A key that was not read before {@link #end()} is a mistake. */
public final class Section {
    private final Path file;
    private final String name;
    private final TomlTable table;
    private final Set<String> known = new TreeSet<>();

    /** Where the table begins, for what is missing in it. Null for the file. */
    private final @Nullable TomlPosition begin;

    /** @param name empty for the top of the file */
    Section(Path file, String name, TomlTable table, @Nullable TomlPosition begin) {
        this.file = file;
        this.name = name;
        this.table = table;
        this.begin = begin;
    }

    /** Returns a table, or null if the key is absent. */
    public @Nullable Section section(String key) {
        Object value = value(key);
        return switch (value) {
            case null -> null;
            case TomlTable section -> new Section(file, key, section, table.inputPositionOf(List.of(key)));
            default -> throw unexpected(key, value, "a table, which begins with the line [" + key + "]");
        };
    }

    /** Returns the tables of a list of tables, such as {@code [[allow]]}. */
    public List<Section> sections(String key) {
        Object value = value(key);
        if (value == null) {
            return List.of();
        }
        String expected = "a list of tables, each of which begins with the line [[" + key + "]]";
        if (!(value instanceof TomlArray array)) {
            throw unexpected(key, value, expected);
        }
        List<Section> all = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            if (!(array.get(i) instanceof TomlTable section)) {
                throw unexpected(key, array.get(i), expected);
            }
            all.add(new Section(file, key, section, array.inputPositionOf(i)));
        }
        return all;
    }

    /** Returns all keys, which are then not mistakes. */
    public Set<String> keys() {
        known.addAll(table.keySet());
        return table.keySet();
    }

    /** Returns whether there is a value. */
    public boolean has(String key) {
        return value(key) != null;
    }

    /** Returns the flag, which is false if the key is absent. */
    public boolean flag(String key) {
        Object value = value(key);
        return switch (value) {
            case null -> false;
            case Boolean flag -> flag;
            default -> throw unexpected(key, value, "true or false");
        };
    }

    /** Returns the converted text, or null if the key is absent. The conversion may throw {@link IllegalArgumentException}. */
    public <T> @Nullable T text(String key, String expected, Function<String, T> meaning) {
        Object value = value(key);
        if (value == null) {
            return null;
        }
        if (!(value instanceof String text)) {
            throw unexpected(key, value, expected);
        }
        return meaning(key, meaning, text);
    }

    /** Returns the converted texts of a list. */
    public <T> List<T> texts(String key, String expected, Function<String, T> meaning) {
        Object value = value(key);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof TomlArray array)) {
            throw unexpected(key, value, "a list; each element is " + expected);
        }
        List<T> all = new ArrayList<>();
        for (Object each : array.toList()) {
            if (!(each instanceof String text)) {
                throw unexpected(key, each, "a list; each element is " + expected);
            }
            all.add(meaning(key, meaning, text));
        }
        return all;
    }

    /** Returns {@code given} changed by a text, or unchanged if the key is absent. */
    public <P, T> P with(
            P given, String key, String expected, Function<String, T> meaning, BiFunction<P, T, P> change) {
        T value = text(key, expected, meaning);
        return value == null ? given : meaning(key, each -> change.apply(given, each), value);
    }

    /** Returns {@code given} changed by a whole number, or unchanged if the key is absent. */
    public <P> P withNumber(P given, String key, BiFunction<P, Integer, P> change) {
        return has(key) ? meaning(key, each -> change.apply(given, each), number(key, 0)) : given;
    }

    /** Returns the whole number, or {@code otherwise} if the key is absent. */
    public int number(String key, int otherwise) {
        Object value = value(key);
        if (value == null) {
            return otherwise;
        }
        if (!(value instanceof Long number) || number.intValue() != number) {
            throw unexpected(key, value, "a whole number");
        }
        return number.intValue();
    }

    /** Returns the number, which may have a fraction, or {@code otherwise} if the key is absent. */
    public double decimal(String key, double otherwise) {
        Object value = value(key);
        return switch (value) {
            case null -> otherwise;
            case Long whole -> whole;
            case Double fraction -> fraction;
            default -> throw unexpected(key, value, "a number");
        };
    }

    /** Refuses keys that no call has read. */
    public void end() {
        for (String key : table.keySet()) {
            if (!known.contains(key)) {
                throw new PolicyException(
                        "%s: unknown key '%s'; known keys: %s"
                                .formatted(place(key), OneLine.of(key), String.join(", ", known)),
                        null);
            }
        }
    }

    private @Nullable Object value(String key) {
        known.add(key);
        return table.get(List.of(key));
    }

    /** Converts the value of a key by a function that may throw {@link IllegalArgumentException}. */
    public <A, T> T meaning(String key, Function<A, T> meaning, A given) {
        try {
            return meaning.apply(given);
        } catch (IllegalArgumentException e) {
            throw new PolicyException("%s: %s: %s".formatted(place(key), key, e.getMessage()), e);
        }
    }

    /** Reports a value that is correct alone, but contradicts the others. */
    public PolicyException contradiction(String key, String what) {
        return new PolicyException("%s: %s %s".formatted(place(key), key, what), null);
    }

    private PolicyException unexpected(String key, Object value, String expected) {
        String shown = value instanceof TomlTable
                ? "a table"
                : value instanceof TomlArray ? "a list" : "'" + OneLine.of(value.toString()) + "'";
        return new PolicyException("%s: %s is %s; expected %s".formatted(place(key), key, shown, expected), null);
    }

    private String place(String key) {
        TomlPosition own = table.inputPositionOf(List.of(key));
        TomlPosition position = own == null ? begin : own;
        String line = position == null ? file.toString() : file + ":" + position.line() + ":" + position.column();
        return name.isEmpty() ? line : line + " [" + name + "]";
    }
}
