/** JSON arguments to values of described types, and results back. */
package dev.wherry.cli.json;
