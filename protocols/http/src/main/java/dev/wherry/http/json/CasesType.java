package dev.wherry.http.json;

import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.TokenBuffer;

/** Types with several classes: objects with the property {@code type}, the simple name of the class. */
final class CasesType extends JsonType {
    static final String TYPE = "type";

    private final Type type;
    private final Class<?> raw;
    private final Map<String, CaseType> byName = new LinkedHashMap<>();
    private final Map<Class<?>, String> names = new HashMap<>();

    CasesType(Type type, Class<?> raw, Map<Class<?>, CaseType> cases) {
        this.type = type;
        this.raw = raw;
        cases.forEach((each, caseType) -> {
            byName.put(each.getSimpleName(), caseType);
            names.put(each, each.getSimpleName());
        });
    }

    @Override
    Object read(JsonInput from) {
        if (from.token() != JsonToken.START_OBJECT) {
            throw from.unlike("an object");
        }
        if (from.next() == JsonToken.PROPERTY_NAME
                && from.parser().currentName().equals(TYPE)) {
            from.next();
            return named(from).readMembers(from);
        }
        return readLate(from);
    }

    /** Reads an object whose type is not its first property. */
    private Object readLate(JsonInput from) {
        try (TokenBuffer copy = new TokenBuffer(ObjectWriteContext.empty(), false)) {
            copy.writeStartObject();
            CaseType caseType = null;
            for (JsonToken token = from.token(); token != JsonToken.END_OBJECT; token = from.next()) {
                String name = from.parser().currentName();
                from.next();
                if (!name.equals(TYPE)) {
                    copy.writeName(name);
                    from.copyTo(copy);
                } else if (caseType == null) {
                    caseType = named(from);
                } else {
                    throw from.problem("the property is there twice");
                }
            }
            if (caseType == null) {
                throw from.problem("the property '" + TYPE + "' is missing; it is one of " + byName.keySet());
            }
            copy.writeEndObject();
            CaseType found = caseType;
            return from.fromCopy(copy, () -> found.read(from));
        }
    }

    private CaseType named(JsonInput from) {
        CaseType caseType = from.token() == JsonToken.VALUE_STRING ? byName.get(from.text()) : null;
        if (caseType == null) {
            throw from.problem("the type is one of " + byName.keySet());
        }
        return caseType;
    }

    @Override
    void write(Object value, JsonGenerator to) {
        Class<?> of = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        @Nullable String name = names.get(of);
        CaseType caseType = name == null ? null : byName.get(name);
        if (name == null || caseType == null) {
            throw new JsonProblem(
                    "A " + of.getName() + " stands where a " + raw.getName() + " is declared, and is not registered");
        }
        to.writeStartObject();
        to.writeName(TYPE);
        to.writeString(name);
        caseType.writeMembers(value, to);
        to.writeEndObject();
    }

    @Override
    public ObjectNode schema(Schemas schemas) {
        return schemas.named(type, raw, () -> {
            ObjectNode schema = schemas.empty();
            ArrayNode oneOf = schema.putArray("oneOf");
            ObjectNode discriminator = schema.putObject("discriminator").put("propertyName", TYPE);
            ObjectNode mapping = discriminator.putObject("mapping");
            byName.forEach((name, caseType) -> {
                ObjectNode reference =
                        schemas.named(java.util.List.of(type, name), raw.getSimpleName() + "." + name, () -> {
                            ObjectNode each = schemas.simple("object", null);
                            each.withObject("/properties").putObject(TYPE).put("const", name);
                            each.withArray("/required").add(TYPE);
                            caseType.describe(each, schemas);
                            if (!each.has("required")) {
                                each.putArray("required").add(TYPE);
                            }
                            return each.put("additionalProperties", false);
                        });
                oneOf.add(reference);
                mapping.put(name, reference.get("$ref").asString());
            });
            return schema;
        });
    }
}
