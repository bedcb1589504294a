package dev.wherry.servlet;

import dev.wherry.Idempotent;

/** The interface of the tests' object. */
public interface Sums {
    /** Adds two numbers. */
    @Idempotent
    int add(int a, int b);

    /** Fails in a way that it does not declare. */
    void fail();
}
