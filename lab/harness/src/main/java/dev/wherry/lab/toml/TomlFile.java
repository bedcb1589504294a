package dev.wherry.lab.toml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads the lab's TOML files into records. A key that the record does not know is a mistake, and said so. */
public final class TomlFile {
    private static final int MAX_BYTES = 1 << 20;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private TomlFile() {}

    /**
     * Reads a file as a record.
     *
     * @throws IOException when there is no such file, when it is larger than 1 MiB, no TOML, or does not fit the record;
     *     the message names the file and the place
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        return record(tree(file), type, file);
    }

    /**
     * Reads a file as a record, where another file says what it leaves out: a key that stands in both is the first one's,
     * whole.
     *
     * @throws IOException as {@link #read(Path, Class)}, for either
     */
    public static <T> T read(Path file, Path otherwise, Class<T> type) throws IOException {
        return record(tree(otherwise).setAll(tree(file)), type, file);
    }

    private static ObjectNode tree(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("%s does not exist".formatted(file));
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException("%s has %d bytes; %d are allowed".formatted(file, Files.size(file), MAX_BYTES));
        }
        TomlParseResult parsed = Toml.parse(file);
        if (parsed.hasErrors()) {
            TomlParseError first = parsed.errors().getFirst();
            throw new IOException("%s:%s: %s".formatted(file, first.position(), first.getMessage()));
        }
        return MAPPER.readValue(parsed.toJson(), ObjectNode.class);
    }

    private static <T> T record(ObjectNode tree, Class<T> type, Path file) throws IOException {
        try {
            return MAPPER.treeToValue(tree, type);
        } catch (JacksonException mismatch) {
            throw new IOException("%s: %s".formatted(file, reason(mismatch)), mismatch);
        }
    }

    /** What a record's constructor said, where it was the one to refuse; else what the mapper says. */
    private static String reason(JacksonException mismatch) {
        Throwable cause = mismatch.getCause();
        return cause instanceof IllegalArgumentException && cause.getMessage() != null
                ? cause.getMessage()
                : mismatch.getOriginalMessage();
    }
}
