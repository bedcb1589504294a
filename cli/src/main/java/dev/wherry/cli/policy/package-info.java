/** Whose code a host accepts, as a file. */
package dev.wherry.cli.policy;
