/**
 * A system's server and clients as running processes, driven by the line protocol of {@code lab/PROTOCOL.md}. {@code Pair} is
 * the entry point of a run. {@code Clients} is one process, or several that begin together. {@code PeerProcess} writes a line
 * and reads the {@code Answer}. Uses no suite.
 */
package dev.wherry.lab.driver;
