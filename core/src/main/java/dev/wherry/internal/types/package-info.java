/** Which types the calls of an interface may carry, and what its generic signatures mean. */
package dev.wherry.internal.types;
