/**
 * The protocol of a session: frames, the Hello, definitions, references, calls in flight. It uses no threads, clocks or sockets, so
 * that a simulation can run these very classes. {@code docs/protocol.md} says
 * the same in prose.
 */
package dev.wherry.internal.wire;
