/** Replaces a file as a whole or not at all. */
package dev.wherry.lab.file;
