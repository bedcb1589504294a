/** Values by Apache Fory, within what an interface allows. */
package dev.wherry.codec.fory;
