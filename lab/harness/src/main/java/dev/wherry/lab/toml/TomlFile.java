package dev.wherry.lab.toml;

import dev.wherry.lab.results.Complete;
import dev.wherry.lab.results.Mismatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.LogicalType;

/**
 * Reads the lab's TOML files into records. A key that the record does not know is a mistake, and said so, and so is one that it
 * needs and that is not there, or a number where it has text.
 */
public final class TomlFile {
    private static final int MAX_BYTES = 1 << 20;
    /** None of them is text. */
    private static final List<CoercionInputShape> SCALARS =
            List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean);

    private static final JsonMapper MAPPER = JsonMapper.builder()
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
        Optional<TomlPosition> noNumber = noNumber(parsed);
        if (noNumber.isPresent()) {
            throw new IOException("%s:%s: a finite number is needed".formatted(file, noNumber.get()));
        }
        return MAPPER.readValue(parsed.toJson(), ObjectNode.class);
    }

    private static <T> T record(ObjectNode tree, Class<T> type, Path file) throws IOException {
        try {
            return MAPPER.treeToValue(tree, type);
        } catch (JacksonException mismatch) {
            throw new IOException("%s: %s".formatted(file, Mismatch.inFile(mismatch)), mismatch);
        }
    }

    /** Where the first number stands that is none, or is infinite, which JSON does not have; empty where there is none such. */
    private static Optional<TomlPosition> noNumber(TomlTable table) {
        return table.keySet().stream()
                .map(List::of)
                .flatMap(key -> noNumber(table.get(key), table.inputPositionOf(key)).stream())
                .findFirst();
    }

    private static Optional<TomlPosition> noNumber(@Nullable Object value, @Nullable TomlPosition at) {
        return switch (value) {
            case Double number when !Double.isFinite(number) -> Optional.ofNullable(at);
            case TomlTable table -> noNumber(table);
            case TomlArray array ->
                array.toList().stream()
                        .flatMap(each -> noNumber(each, at).stream())
                        .findFirst();
            case null, default -> Optional.empty();
        };
    }
}
