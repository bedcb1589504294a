/** An endpoint: its engine, how it connects and listens, the handshake, and what ends it. */
package dev.wherry.internal.endpoint;
