/**
 * The classes of {@code java.rmi}, {@code java.rmi.registry} and {@code java.rmi.server} by which programs publish and
 * find remote objects, over Wherry. A program for Java RMI changes only its imports. {@code Remote}, {@code
 * Unreferenced} and the exceptions are still those of the JDK.
 */
package dev.wherry.rmi;
