package dev.wherry.http.json;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Base64;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Values that are JSON strings: text, dates and times in ISO 8601, enum constants, bytes in base64. */
final class Texts {
    private static final int LONGEST = 512;
    private static final Map<Class<?>, JsonType> TYPES = new HashMap<>();

    static {
        put(LocalDate.class, "a date such as 2026-11-29", "date", LocalDate::parse, Object::toString);
        put(LocalTime.class, "a time such as 13:15:30", "time-local", LocalTime::parse, Object::toString);
        put(
                LocalDateTime.class,
                "a date and time such as 2026-11-29T13:15:30",
                "date-time-local",
                LocalDateTime::parse,
                Object::toString);
        put(Instant.class, "a moment such as 2026-11-29T13:15:30Z", "date-time", Instant::parse, Object::toString);
        put(OffsetDateTime.class, "a date and time with offset", "date-time", OffsetDateTime::parse, Object::toString);
        put(OffsetTime.class, "a time with offset", "time", OffsetTime::parse, Object::toString);
        put(ZonedDateTime.class, "a date and time with zone", null, ZonedDateTime::parse, Object::toString);
        put(Year.class, "a year such as 2026", null, Year::parse, Object::toString);
        put(YearMonth.class, "a month such as 2026-11", null, YearMonth::parse, Object::toString);
        put(MonthDay.class, "a day of a year such as --11-29", null, MonthDay::parse, Object::toString);
        put(Duration.class, "a duration such as PT1H30M", "duration", Duration::parse, Object::toString);
        put(Period.class, "a period such as P1Y2M", "duration", Period::parse, Object::toString);
        put(ZoneId.class, "a time zone such as Europe/Vienna", null, ZoneId::of, Object::toString);
        put(ZoneOffset.class, "an offset such as +01:00", null, ZoneOffset::of, Object::toString);
        put(
                Date.class,
                "a moment such as 2026-11-29T13:15:30Z",
                "date-time",
                Texts::date,
                value -> value.toInstant().toString());
        put(UUID.class, "a UUID", "uuid", Texts::uuid, Object::toString);
        put(URI.class, "a URI", "uri-reference", URI::create, Object::toString);
        put(Locale.class, "a language tag such as de-AT", null, Texts::locale, Locale::toLanguageTag);
        put(Currency.class, "a currency such as EUR", null, Currency::getInstance, Object::toString);
    }

    private Texts() {}

    /** Returns the JSON type of a class whose values are strings; null if the class is another. */
    static @Nullable JsonType of(Class<?> type) {
        if (type == String.class) {
            return new Text();
        }
        if (type == byte[].class) {
            return new Bytes();
        }
        if (type == char.class || type == Character.class) {
            return new Letter();
        }
        if (type == boolean.class || type == Boolean.class) {
            return new Truth();
        }
        if (type.isEnum()) {
            return new Constant(type);
        }
        return TYPES.get(type);
    }

    private static <T> void put(
            Class<T> type,
            String description,
            @Nullable String format,
            Function<String, T> parser,
            Function<T, String> text) {
        TYPES.put(type, new Parsed<>(type, description, format, parser, text));
    }

    private static Date date(String text) {
        return Date.from(Instant.parse(text));
    }

    private static UUID uuid(String text) {
        if (text.length() != 36) {
            throw new IllegalArgumentException();
        }
        return UUID.fromString(text);
    }

    private static Locale locale(String text) {
        return new Locale.Builder().setLanguageTag(text).build();
    }

    private static final class Text extends TextType {
        @Override
        Object read(JsonInput from) {
            if (from.token() != JsonToken.VALUE_STRING) {
                throw from.unlike(description());
            }
            String text = from.text();
            from.visit(text, text);
            return text;
        }

        @Override
        void write(Object value, JsonGenerator to) {
            to.writeString((String) value);
        }

        @Override
        Object parse(String text) {
            return text;
        }

        @Override
        String description() {
            return "a string";
        }

        @Override
        public ObjectNode schema(Schemas schemas) {
            return schemas.simple("string", null);
        }
    }

    private static final class Letter extends TextType {
        @Override
        Object parse(String text) {
            if (text.length() != 1) {
                throw new IllegalArgumentException();
            }
            return text.charAt(0);
        }

        @Override
        String description() {
            return "a string of one character";
        }

        @Override
        public ObjectNode schema(Schemas schemas) {
            return schemas.simple("string", null).put("minLength", 1).put("maxLength", 1);
        }
    }

    private static final class Truth extends TextType {
        @Override
        Object read(JsonInput from) {
            return switch (from.token()) {
                case VALUE_TRUE -> true;
                case VALUE_FALSE -> false;
                default -> throw from.unlike(description());
            };
        }

        @Override
        void write(Object value, JsonGenerator to) {
            to.writeBoolean((boolean) value);
        }

        @Override
        Object parse(String text) {
            return switch (text) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new IllegalArgumentException();
            };
        }

        @Override
        String description() {
            return "true or false";
        }

        @Override
        public ObjectNode schema(Schemas schemas) {
            return schemas.simple("boolean", null);
        }
    }

    /** A class whose values are parsed from their text. */
    private static final class Parsed<T> extends TextType {
        private final Class<T> type;
        private final String description;
        private final @Nullable String format;
        private final Function<String, T> parser;
        private final Function<T, String> text;

        Parsed(
                Class<T> type,
                String description,
                @Nullable String format,
                Function<String, T> parser,
                Function<T, String> text) {
            this.type = type;
            this.description = description;
            this.format = format;
            this.parser = parser;
            this.text = text;
        }

        @Override
        Object parse(String from) {
            if (from.length() > LONGEST && type != URI.class) {
                throw new IllegalArgumentException();
            }
            return parser.apply(from);
        }

        @Override
        public String textOf(Object value) {
            return text.apply(type.cast(value));
        }

        @Override
        String description() {
            return description;
        }

        @Override
        public ObjectNode schema(Schemas schemas) {
            return schemas.simple("string", format);
        }
    }

    /** The constants of an enum, by their names. */
    private static final class Constant extends TextType {
        private final Class<?> type;
        private final Map<String, Object> constants = new LinkedHashMap<>();

        Constant(Class<?> type) {
            this.type = type;
            for (Object each : type.getEnumConstants()) {
                constants.put(((Enum<?>) each).name(), each);
            }
        }

        @Override
        Object parse(String text) {
            Object constant = constants.get(text);
            if (constant == null) {
                throw new IllegalArgumentException();
            }
            return constant;
        }

        @Override
        public String textOf(Object value) {
            return ((Enum<?>) value).name();
        }

        @Override
        String description() {
            return "a constant of " + type.getSimpleName();
        }

        @Override
        public ObjectNode schema(Schemas schemas) {
            return schemas.named(type, type, () -> {
                ObjectNode schema = schemas.simple("string", null);
                ArrayNode names = schema.putArray("enum");
                constants.keySet().forEach(names::add);
                return schema;
            });
        }
    }

    /** Bytes, in base64. */
    private static final class Bytes extends JsonType {
        @Override
        Object read(JsonInput from) {
            if (from.token() != JsonToken.VALUE_STRING) {
                throw from.unlike("bytes in base64");
            }
            try {
                String text = from.text();
                from.hold(text.length());
                return Base64.getDecoder().decode(text);
            } catch (IllegalArgumentException e) {
                throw from.problem("the string is not base64");
            }
        }

        @Override
        void write(Object value, JsonGenerator to) {
            to.writeBinary((byte[]) value);
        }

        @Override
        public ObjectNode schema(Schemas schemas) {
            return schemas.simple("string", null).put("contentEncoding", "base64");
        }
    }
}
