package dev.wherry.fuzz;

import dev.wherry.CallException;
import dev.wherry.Limits;
import dev.wherry.http.json.Json;
import dev.wherry.http.json.JsonProblem;
import dev.wherry.http.json.JsonType;
import dev.wherry.http.json.JsonTypes;
import dev.wherry.http.json.UnsupportedTypeException;
import dev.wherry.http.json.ValueMemory;
import dev.wherry.internal.wire.InboundCapacity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The body of a request: a value in JSON, of a type with all kinds of parts. */
final class JsonValue implements Target {
    private static final Limits LIMITS =
            Limits.builder().graphDepth(500).graphObjects(20_000).build();

    private static final InboundCapacity MEMORY = new InboundCapacity(Long.MAX_VALUE);

    /** Cases that differ by a property. */
    sealed interface Shape {
        /** A case with a number. */
        record Circle(double radius) implements Shape {}

        /** A case with itself. */
        record Group(List<Shape> shapes) implements Shape {}
    }

    /** All kinds of parts. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Parts(
            int small,
            long large,
            byte tiny,
            double number,
            boolean flag,
            char letter,
            String text,
            BigDecimal exact,
            BigInteger huge,
            DayOfWeek day,
            Instant instant,
            LocalDate date,
            Duration duration,
            UUID id,
            Optional<String> maybe,
            byte[] bytes,
            int[] numbers,
            Set<Integer> set,
            Map<String, Shape> byName,
            Map<Shape, Integer> byShape,
            Shape shape) {}

    private final Json json = new Json(LIMITS);
    private final JsonType form;

    JsonValue() {
        try {
            form = new JsonTypes(Set.of()).declared(Parts.class);
        } catch (UnsupportedTypeException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void parse(byte[] bytes) {
        try {
            json.value(bytes, form, new ValueMemory(MEMORY, bytes.length, JsonValue::full));
        } catch (JsonProblem e) {
            // The request is answered with this problem.
        }
    }

    private static CallException full() {
        return new CallException(CallException.Code.UNAVAILABLE, "full");
    }

    @Override
    public List<byte[]> seeds() {
        Shape group = new Shape.Group(List.of(new Shape.Circle(1.5)));
        Parts parts = new Parts(
                1,
                1L << 40,
                (byte) 7,
                0.25,
                true,
                'x',
                "text \u00e9 \"quoted\"",
                new BigDecimal("12.50"),
                BigInteger.TEN.pow(30),
                DayOfWeek.FRIDAY,
                Instant.EPOCH,
                LocalDate.EPOCH,
                Duration.ofMinutes(3),
                new UUID(1, 2),
                Optional.of("there"),
                new byte[] {1, 2, 3},
                new int[] {4, 5},
                Set.of(6),
                Map.of("key", group),
                Map.of(group, 8),
                group);
        return List.of(
                json.bytes(form, parts),
                "{\"small\":1,\"small\":2}".getBytes(StandardCharsets.UTF_8),
                "[[[[{\"key\":null}]]]]".getBytes(StandardCharsets.UTF_8));
    }
}
