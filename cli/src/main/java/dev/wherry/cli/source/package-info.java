/** Compiles a source file, and makes a task of its public class. */
package dev.wherry.cli.source;
