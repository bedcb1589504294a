/** Two programs that talk: the interface that they share, a server that stays, and a client in a JVM of its own. */
package dev.wherry.examples.hello;
