/** Network addresses as values, read from a peer. */
package dev.wherry.net;
