/** What two endpoints share while they are connected: one main link, lanes, calls in both directions and references. */
package dev.wherry.internal.session;
