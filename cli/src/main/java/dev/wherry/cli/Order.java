package dev.wherry.cli;

import dev.wherry.statistics.MethodStatistics;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** The orders in which methods are listed. */
enum Order {
    RATE,
    P99,
    BYTES;

    /** Returns a comparator that puts the greatest first, and equal ones in the order of their names. */
    Comparator<MethodStatistics> greatestFirst() {
        Comparator<MethodStatistics> least = switch (this) {
            case RATE -> Comparator.comparingLong(MethodStatistics::calls);
            case P99 -> Comparator.comparing(method -> method.times().percentile(0.99));
            case BYTES -> Comparator.comparingLong(method -> method.bytesIn() + method.bytesOut());
        };
        return least.reversed().thenComparing(MethodStatistics::type).thenComparing(MethodStatistics::method);
    }

    /** Converts the name of an order, in lower case. */
    static final class Converter implements CommandLine.ITypeConverter<Order> {
        @Override
        public Order convert(String text) {
            return Arrays.stream(values())
                    .filter(order -> order.name().toLowerCase(Locale.ROOT).equals(text))
                    .findFirst()
                    .orElseThrow(() -> new CommandLine.TypeConversionException("'" + text + "' is not one of "
                            + Arrays.stream(values())
                                    .map(order -> order.name().toLowerCase(Locale.ROOT))
                                    .collect(Collectors.joining(", "))));
        }
    }
}
