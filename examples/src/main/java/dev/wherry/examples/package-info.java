/** Numbered programs: read them in order, run them, change them. */
package dev.wherry.examples;
