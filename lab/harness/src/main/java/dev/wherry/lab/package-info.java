/** Runs plans ({@code Lab}), and prints the progress of a run. */
package dev.wherry.lab;
