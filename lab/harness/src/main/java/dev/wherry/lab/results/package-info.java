/**
 * The results of a run. {@code Results} is all of {@code results.json}, {@code Cell} one system at one point, {@code Round} one
 * of its rounds. The statistics decide which differences are significant. Uses no package that measures or reports.
 */
package dev.wherry.lab.results;
