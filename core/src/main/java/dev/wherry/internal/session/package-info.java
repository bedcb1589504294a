/** The connection of two endpoints: one main link, lanes, calls in both directions and references. */
package dev.wherry.internal.session;
