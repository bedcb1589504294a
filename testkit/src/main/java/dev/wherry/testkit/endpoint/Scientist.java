package dev.wherry.testkit.endpoint;

import dev.wherry.testkit.sample.Scientific;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** The implementation of {@link Scientific}. */
final class Scientist implements Scientific {
    @Override
    public int add(int one, int other) {
        return one + other;
    }

    @Override
    public long add(long one, long other) {
        return one + other + 1_000_000;
    }

    @Override
    public String add(String one, String other) {
        return one + other;
    }

    @Override
    public int add(Integer one, int other, int third) {
        return one + other * third;
    }

    @Override
    public int sum(int... numbers) {
        return Arrays.stream(numbers).sum();
    }

    @Override
    public String join(String separator, Object... parts) {
        return Arrays.stream(parts).map(String::valueOf).collect(Collectors.joining(separator));
    }

    @Override
    public String name() {
        return "science";
    }

    @Override
    public double root(double number) {
        return Math.sqrt(number);
    }

    @Override
    public Integer greatest(List<Integer> values) {
        return Collections.max(values);
    }

    @Override
    public List<Integer> sorted(List<Integer> values) {
        return values.stream().sorted().toList();
    }
}
