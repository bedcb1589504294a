/**
 * The results of a run: {@code Results} is the whole of {@code results.json}, {@code Cell} one system at one point,
 * {@code Round} one of its rounds; and the statistics that say what is a difference. Knows nobody who measures or shows.
 */
package dev.wherry.lab.results;
