package dev.wherry.cli.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.wherry.cli.types.GeneratedClasses;
import dev.wherry.statistics.InterfaceDescription.Kind;
import java.lang.reflect.Type;
import java.rmi.Remote;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/**
 * Converts JSON to values of generated classes and of the JDK's value types, and back. It is strict, because overloads are
 * chosen by the values that fit: it converts no value to another kind, and refuses unknown fields. If a value may have one of
 * several types, {@code "@type"} names its type.
 */
public final class JsonValues {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");
    private static final Pattern HALF_A_PAIR = Pattern.compile("\\p{Cs}");
    private static final Set<String> WORDS = Set.of("null", "true", "false");

    private final JsonMapper mapper;

    /** Creates a converter for these classes and the JDK's value types. */
    public JsonValues(GeneratedClasses classes) {
        SimpleModule module = new SimpleModule("wherry") {
            @Override
            public void setupModule(SetupContext context) {
                super.setupModule(context);
                context.addDeserializers(new KnownTypes(classes));
                context.insertAnnotationIntrospector(new TypeNames(classes));
            }
        };
        classes.ofKind(Kind.REFERENCE).forEach(type -> module.addSerializer(type, new ReferenceWriter()));
        module.addSerializer(Remote.class, new ReferenceWriter());
        mapper = strict().addModule(module).build();
    }

    /** Returns the JSON text of a value of any classes, by its fields. */
    public static String write(@Nullable Object value) {
        SimpleModule module = new SimpleModule("wherry").addSerializer(Remote.class, new ReferenceWriter());
        return written(strict().addModule(module).build().writer(), value);
    }

    private static JsonMapper.Builder strict() {
        return JsonMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .withCoercionConfig(
                        LogicalType.Textual,
                        text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .changeDefaultVisibility(by -> by.withFieldVisibility(Visibility.ANY)
                        .withGetterVisibility(Visibility.NONE)
                        .withIsGetterVisibility(Visibility.NONE)
                        .withSetterVisibility(Visibility.NONE));
    }

    /**
     * Returns a value from JSON text. A word that is not JSON is a string, so that a shell needs no second quotes.
     *
     * @throws JsonValueException if the text is not such a value
     */
    public @Nullable Object read(String text, Type type) {
        JavaType wanted = mapper.constructType(type);
        String json = looksLikeJson(text) ? text : mapper.writeValueAsString(text);
        try {
            return mapper.readValue(json, wanted);
        } catch (JacksonException e) {
            throw new JsonValueException(plain(e) + path(e), e);
        }
    }

    /** Returns the message without advice for users of the library, and without names of its types. */
    private static String plain(JacksonException e) {
        String said = e instanceof StreamReadException
                ? "this is not JSON: " + e.getOriginalMessage()
                : e.getOriginalMessage();
        return said.replaceAll(" \\((?:but might if|with format|token `)[^()]*(?:\\([^()]*\\)[^()]*)*\\)", "")
                .replaceAll("\\(java\\.time\\.format\\.DateTimeParseException\\) ", "")
                .replace(", not marked as ignorable", "");
    }

    /** Returns the JSON text of a value that was declared as this type. */
    public String write(@Nullable Object value, Type declared) {
        if (value == null) {
            return "null";
        }
        return written(mapper.writerFor(mapper.constructType(declared)), value);
    }

    private static String written(ObjectWriter writer, @Nullable Object value) {
        try {
            // Half a surrogate pair can be in a string, and no charset can encode it.
            return HALF_A_PAIR
                    .matcher(writer.writeValueAsString(value))
                    .replaceAll(half -> "\\\\u%04x".formatted((int) half.group().charAt(0)));
        } catch (JacksonException e) {
            throw noForm(e.getOriginalMessage(), e);
        } catch (Error e) { // by the code of a value, such as the toString() of a map's key
            throw noForm(e.toString(), e);
        }
    }

    private static JsonValueException noForm(String why, Throwable cause) {
        return new JsonValueException("The result arrived, but cannot be written as JSON: " + why, cause);
    }

    /** Returns whether a text is JSON. A date and a UUID begin like numbers, but are strings. */
    private static boolean looksLikeJson(String text) {
        String bare = text.strip();
        return NUMBER.matcher(bare).matches()
                || WORDS.contains(bare)
                || bare.startsWith("{")
                || bare.startsWith("[")
                || bare.startsWith("\"");
    }

    private static String path(JacksonException e) {
        String path = e.getPathReference();
        return e.getPath().isEmpty() ? "" : " (at " + path.replaceAll("[\\w.$]+\\[", "[") + ")";
    }
}
