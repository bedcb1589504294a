package dev.wherry.examples.hello;

/** What both programs know: the interface, and the values that its methods take and return. */
public interface Greeter {
    /** Greets somebody. */
    Greeting greet(String name);

    /** A greeting, and how many letters the name has. */
    record Greeting(String text, int letters) {}
}
