/** Calls over protocols other than the native one: what {@link dev.wherry.spi.Protocol} is given and asked for. */
package dev.wherry.internal.foreign;
