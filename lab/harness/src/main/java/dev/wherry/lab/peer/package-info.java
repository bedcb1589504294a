/** The systems: what their {@code peer.toml} says, whether they are installed, and how they are prepared. Makes no call. */
package dev.wherry.lab.peer;
