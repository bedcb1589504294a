/** The interfaces that a transport, a codec, a protocol or a resolver implements, and the types that it is given. */
package dev.wherry.spi;
