/**
 * The classes of {@code java.rmi}, {@code java.rmi.registry} and {@code java.rmi.server} by which programs publish and find
 * remote objects, over Wherry. A program that uses Java RMI imports these and stays as it is; {@code Remote}, {@code
 * Unreferenced} and the exceptions remain those of the JDK.
 */
package dev.wherry.rmi;
