/** The counts and measurements of an endpoint, and the list of what it serves. */
@NullMarked
package dev.wherry.statistics;

import org.jspecify.annotations.NullMarked;
