/**
 * Contracts as abstract test classes. To test an implementation of a transport, a codec or a protocol, extend its
 * contract, implement the abstract methods and run the class with JUnit.
 */
package dev.wherry.testkit;
