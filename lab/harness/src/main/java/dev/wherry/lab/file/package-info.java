/** Writes a file so that it is there whole, or as it was. */
package dev.wherry.lab.file;
