package dev.wherry.lab.results;

/** The least and the greatest of a figure over the rounds. */
public record Spread(double min, double max) {}
