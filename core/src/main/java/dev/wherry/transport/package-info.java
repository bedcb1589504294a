/** The transports that need nothing but the JDK. */
package dev.wherry.transport;
