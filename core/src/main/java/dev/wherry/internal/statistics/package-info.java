/** Counts of served calls: each thread counts for itself, and a reader adds the counts up. */
package dev.wherry.internal.statistics;
