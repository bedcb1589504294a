/** Reports of an endpoint to the log and to the flight recorder. */
package dev.wherry.internal.events;
