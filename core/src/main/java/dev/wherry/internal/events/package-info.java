/** What an endpoint reports to the log and to the flight recorder. */
package dev.wherry.internal.events;
