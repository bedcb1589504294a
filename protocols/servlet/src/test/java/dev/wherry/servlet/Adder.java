package dev.wherry.servlet;

/** The tests' object. */
final class Adder implements Sums {
    @Override
    public int add(int a, int b) {
        return a + b;
    }

    @Override
    public void fail() {
        throw new IllegalStateException("secret");
    }
}
