/** Reads policy files in TOML, and reports errors by line and column. */
package dev.wherry.access.toml;
