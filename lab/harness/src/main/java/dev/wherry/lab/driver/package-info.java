/**
 * A system's server and clients as running processes, driven by the line protocol of {@code lab/PROTOCOL.md}: {@code Pair}
 * is what a run uses, {@code Clients} is one process or several that begin together, {@code PeerProcess} sends a line and reads
 * the {@code Answer}. Knows no suite.
 */
package dev.wherry.lab.driver;
