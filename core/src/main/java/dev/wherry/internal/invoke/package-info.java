/**
 * A call, independent of the connection: the parsed interface, stubs, interceptors, dispatchers, and the encoding of
 * failures.
 */
package dev.wherry.internal.invoke;
