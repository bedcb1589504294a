package dev.wherry.consumers.classpath;

public record Greeting(String text, int letters) {}
