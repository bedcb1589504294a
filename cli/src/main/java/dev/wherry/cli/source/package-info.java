/** A source file as a task. */
package dev.wherry.cli.source;
