/** Converts JSON arguments to values of described types, and results to JSON. */
package dev.wherry.cli.json;
