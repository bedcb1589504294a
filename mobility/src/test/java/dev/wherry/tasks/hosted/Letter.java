package dev.wherry.tasks.hosted;

/** Nobody's own but a host's, which gives it away. */
public record Letter(String text) {}
