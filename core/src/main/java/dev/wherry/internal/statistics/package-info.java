/** Counting what is served: each thread counts for itself, and who asks adds up. */
package dev.wherry.internal.statistics;
