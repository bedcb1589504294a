/** The wherry command: one class per command. */
package dev.wherry.cli;
