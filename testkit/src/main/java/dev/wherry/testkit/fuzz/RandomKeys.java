package dev.wherry.testkit.fuzz;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;

/** RandomKeys of one container. Each key has a number, and all of them are expensive to find in the same way. */
@SuppressWarnings("JavaUtilDate") // users have such classes
final class RandomKeys {
    private static final LocalDate DAY = LocalDate.EPOCH;
    /** The most keys. More would not differ: some classes have no more values with one hash code. */
    private static final int MOST = 1 << 14;

    private static final int TEXT_BITS = 14;

    private RandomKeys() {}

    /** Returns keys of a random kind, including kinds that are not expensive. */
    static IntFunction<Object> any(Random random) {
        int hash = random.nextInt(8);
        return switch (random.nextInt(8)) {
            case 0 -> number -> number;
            case 1 -> texts(random.nextInt(400));
            case 2 -> decimals(random);
            case 3 -> collidingContainers(random.nextInt(3), hash);
            case 4, 5 -> colliding(random.nextInt(8), hash);
            default -> mixed(random);
        };
    }

    /** Returns keys of several classes with one hash code. */
    static IntFunction<Object> mixed(Random random) {
        int hash = random.nextInt(8);
        List<IntFunction<Object>> classes = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i >= 0; i--) {
            classes.add(random.nextInt(6) == 0 ? collidingContainers(1, hash) : colliding(random.nextInt(8), hash));
        }
        return number -> classes.get(number % classes.size()).apply(number);
    }

    /** Returns strings that differ only at their ends. */
    private static IntFunction<Object> texts(int length) {
        String prefix = "x".repeat(length);
        return number -> prefix + number;
    }

    /** Returns decimals. A few of them have many digits; to compare others with these, BigDecimal multiplies. */
    static IntFunction<Object> decimals(Random random) {
        int digits = random.nextInt(10, 20_000);
        int oneIn = random.nextInt(1, 1_000);
        BigDecimal middle = new BigDecimal(BigInteger.TEN.pow(digits).add(BigInteger.ONE), digits);
        return number -> number % oneIn == 0 && number < 4 * oneIn
                ? middle.add(BigDecimal.valueOf(number, digits))
                : new BigDecimal(BigInteger.valueOf(100_000_000L + (number % 2 == 0 ? number : -number)), 8);
    }

    private static IntFunction<Object> colliding(int kind, int hash) {
        return number -> {
            long high = number % MOST;
            long bits = high << 32 | ((high ^ hash) & 0xffffffffL);
            return switch (kind) {
                case 0 -> bits;
                case 1 -> Double.longBitsToDouble(positive(high, hash));
                case 2 -> new Date(bits);
                case 3 -> new UUID(bits, 0);
                case 4 -> Instant.ofEpochSecond(bits);
                case 5 -> Duration.ofSeconds(bits);
                case 6 ->
                    LocalDateTime.of(
                            DAY, LocalTime.ofNanoOfDay(high << 32 | ((high ^ hash ^ DAY.hashCode()) & 0xffffffffL)));
                default -> collidingText(number);
            };
        };
    }

    private static long positive(long number, int hash) {
        long high = 0x40000000L + number;
        return high << 32 | ((high ^ hash) & 0xffffffffL);
    }

    private static String collidingText(int number) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < TEXT_BITS; bit++) {
            text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }

    private static IntFunction<Object> collidingContainers(int kind, int hash) {
        return switch (kind) {
            case 0 -> number -> List.of(number, hash - 31 * number);
            case 1 -> number -> new AbstractMap.SimpleEntry<>(number, number ^ hash);
            default -> number -> Set.of(number, 1_000_000 + hash - number);
        };
    }
}
