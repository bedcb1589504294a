package dev.wherry.lab.toml;

import dev.wherry.lab.results.Complete;
import dev.wherry.lab.results.Mismatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.LogicalType;
import tools.jackson.dataformat.toml.TomlMapper;

/** Reads the lab's TOML files into records. Refuses a key that the record does not have, and a value of another type. */
public final class TomlFile {
    private static final int MAX_BYTES = 1 << 20;
    /** The shapes that are not text. */
    private static final List<CoercionInputShape> SCALARS =
            List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean);

    private static final TomlMapper MAPPER = TomlMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual, text -> SCALARS.forEach(shape -> text.setCoercion(shape, CoercionAction.Fail)))
            .addModule(new Complete())
            .build();

    private TomlFile() {}

    /**
     * Reads a file as a record.
     *
     * @throws IOException if there is no such file, if it is larger than 1 MiB, is not TOML, or does not fit the record; the
     *     message names the file and the place
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        return record(tree(file), type, file);
    }

    public static ObjectNode tree(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("%s does not exist".formatted(file));
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException("%s has %d bytes; %d are allowed".formatted(file, Files.size(file), MAX_BYTES));
        }
        try {
            ObjectNode tree = MAPPER.readValue(Files.readString(file), ObjectNode.class);
            check(tree, "", file);
            return tree;
        } catch (JacksonException noToml) {
            throw new IOException("%s: %s".formatted(file, Mismatch.text(noToml)), noToml);
        }
    }

    /** Refuses numbers that are not finite, which JSON does not have. */
    private static void check(JsonNode node, String key, Path file) throws IOException {
        if (node.isNumber() && !Double.isFinite(node.asDouble())) {
            throw new IOException("%s: %s: a finite number is needed".formatted(file, key));
        }
        for (var each : node.properties()) {
            check(each.getValue(), key.isEmpty() ? each.getKey() : key + "." + each.getKey(), file);
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            check(node.get(i), "%s[%d]".formatted(key, i), file);
        }
    }

    /** Converts a tree that was read from the file. */
    public static <T> T record(ObjectNode tree, Class<T> type, Path file) throws IOException {
        try {
            return record(tree, type);
        } catch (IllegalArgumentException mismatch) {
            throw new IOException("%s: %s".formatted(file, mismatch.getMessage()), mismatch);
        }
    }

    /**
     * Converts a tree.
     *
     * @throws IllegalArgumentException if it does not fit the record
     */
    public static <T> T record(ObjectNode tree, Class<T> type) {
        try {
            return MAPPER.treeToValue(tree, type);
        } catch (JacksonException mismatch) {
            throw new IllegalArgumentException(Mismatch.text(mismatch), mismatch);
        }
    }
}
