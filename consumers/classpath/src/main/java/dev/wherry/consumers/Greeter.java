package dev.wherry.consumers;

public interface Greeter {
    Greeting greet(String name);
}
