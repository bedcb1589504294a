/** What an endpoint counted and measured, and what it serves. */
@NullMarked
package dev.wherry.statistics;

import org.jspecify.annotations.NullMarked;
