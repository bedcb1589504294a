/** The output of tasks, sent to their senders, by streams that differ for each thread. This package does not know how tasks are sent. */
package dev.wherry.mobility.internal.prints;
