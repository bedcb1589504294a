/** A child JVM as a process with limits. Knows endpoints and nothing of what they carry, so not what runs there. */
package dev.wherry.mobility.internal.child;
