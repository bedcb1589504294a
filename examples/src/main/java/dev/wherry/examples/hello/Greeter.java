package dev.wherry.examples.hello;

/** The interface that both programs share, with the values of its methods. */
public interface Greeter {
    /** Greets somebody. */
    Greeting greet(String name);

    /** A greeting, and how many letters the name has. */
    record Greeting(String text, int letters) {}
}
