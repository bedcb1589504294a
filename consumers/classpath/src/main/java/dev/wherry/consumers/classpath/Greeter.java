package dev.wherry.consumers.classpath;

public interface Greeter {
    Greeting greet(String name);
}
