package dev.wherry.testkit.sample;

/** A service with overloads, varargs and a default method. */
public interface Arithmetic {
    int add(int one, int other);

    long add(long one, long other);

    String add(String one, String other);

    int add(Integer one, int other, int third);

    int sum(int... numbers);

    String join(String separator, Object... parts);

    /** Runs at the server, which may override it. */
    default String name() {
        return "arithmetic";
    }

    default int twice(int number) {
        return add(number, number);
    }
}
