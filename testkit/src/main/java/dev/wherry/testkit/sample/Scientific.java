package dev.wherry.testkit.sample;

import java.util.List;

/** An interface that inherits methods, overrides one with a narrower result, and adds one. */
public interface Scientific extends Arithmetic, Comparison<Integer> {
    double root(double number);

    @Override
    List<Integer> sorted(List<Integer> values);
}
