/** Calls that stay within the JVM: the in-process endpoints, and how their values are passed. */
package dev.wherry.internal.local;
