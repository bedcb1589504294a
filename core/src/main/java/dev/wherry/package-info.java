/** Remote method invocation on plain Java interfaces: start at {@link dev.wherry.Endpoint}. */
package dev.wherry;
