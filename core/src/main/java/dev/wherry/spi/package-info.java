/** Interfaces for transports, codecs, protocols and resolvers. */
package dev.wherry.spi;
