package dev.wherry.consumers.modulepath;

public record Greeting(String text, int letters) {}
