/** Reads a TOML file into a record, and refuses unknown keys. */
package dev.wherry.lab.toml;
