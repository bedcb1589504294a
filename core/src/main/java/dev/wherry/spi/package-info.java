/** What a transport, a codec, a protocol or a resolver implements, and what it is given. */
package dev.wherry.spi;
