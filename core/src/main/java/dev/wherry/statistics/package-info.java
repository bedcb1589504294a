/** The counters and measurements of an endpoint, and the objects that it serves. */
@NullMarked
package dev.wherry.statistics;

import org.jspecify.annotations.NullMarked;
