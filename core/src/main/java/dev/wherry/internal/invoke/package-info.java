/**
 * One call, seen apart from how it travels: the interface parsed once, stubs in front of it, interceptors around it, the
 * method behind it, and how its failure crosses.
 */
package dev.wherry.internal.invoke;
