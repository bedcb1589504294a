/** Calls over other protocols than the native one, by {@link dev.wherry.spi.Protocol}. */
package dev.wherry.internal.foreign;
