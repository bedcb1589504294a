package dev.wherry.lab.results;

/** A workload that was not run because an offered rate has no meaning for it, and why, in a clause that follows a colon. */
public record NoRate(String suite, String workload, String reason) {}
