package dev.wherry.consumers.modulepath;

public interface Greeter {
    Greeting greet(String name);
}
