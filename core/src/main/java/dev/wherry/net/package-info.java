/** Network addresses as values, for whoever reads them from a peer. */
package dev.wherry.net;
