/** A child JVM as a process with limits. This package knows endpoints, but neither calls nor tasks. */
package dev.wherry.mobility.internal.child;
