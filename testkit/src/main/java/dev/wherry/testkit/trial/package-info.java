/**
 * Trials over real processes: servers and a client that share a record of each call. They are killed, stopped and disconnected,
 * and then both sides of the record are compared. Not exported: the tests and the bench use it on the class path.
 */
package dev.wherry.testkit.trial;
