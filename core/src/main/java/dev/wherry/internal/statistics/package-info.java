/** Counts served calls: each thread has its counts, and a reader adds them up. */
package dev.wherry.internal.statistics;
