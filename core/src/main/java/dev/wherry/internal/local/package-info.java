/** Calls by reference within the JVM. */
package dev.wherry.internal.local;
