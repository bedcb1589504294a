/**
 * What both sides of a session agree on: frames, the Hello, definitions, references, calls in flight. No thread, no
 * clock and no socket is touched here, so that a simulation can run these very classes. {@code docs/protocol.md} says
 * the same in prose.
 */
package dev.wherry.internal.wire;
