/**
 * A system's server and clients as running processes, spoken to by the line protocol of {@code lab/PROTOCOL.md}: {@code Pair}
 * is what a run asks, {@code Clients} is one process or several that begin together, {@code PeerProcess} sends a line and reads
 * the {@code Answer}. Knows no suite.
 */
package dev.wherry.lab.driver;
