package dev.wherry.testkit.sample;

import java.util.List;

/** Inherits, overrides with a narrower result, and adds. */
public interface Scientific extends Arithmetic, Comparison<Integer> {
    double root(double number);

    @Override
    List<Integer> sorted(List<Integer> values);
}
