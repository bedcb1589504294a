/** The systems: what their {@code peer.toml} says, whether they are here, and how they are made ready. Runs no call. */
package dev.wherry.lab.peer;
