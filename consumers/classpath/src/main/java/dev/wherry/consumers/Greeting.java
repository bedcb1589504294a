package dev.wherry.consumers;

public record Greeting(String text, int letters) {}
