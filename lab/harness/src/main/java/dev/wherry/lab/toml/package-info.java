/** Reads a TOML file into a record, and refuses what the record has no place for. */
package dev.wherry.lab.toml;
