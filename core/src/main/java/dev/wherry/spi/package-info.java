/** What a transport, a codec, a protocol, a resolver or an interceptor implements, and what it is given. */
package dev.wherry.spi;
