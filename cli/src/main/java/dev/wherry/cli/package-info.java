/** The command {@code wherry}: one class for each of its commands. */
package dev.wherry.cli;
