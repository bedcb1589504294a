/**
 * Broken connections for tests. {@link FaultyRelay} is a proxy between two processes or endpoints, {@link FaultyTransport} a
 * transport whose links have faults. Both do the same faults for the same seed. The package needs the JDK, Wherry's core and,
 * for {@link RandomSeed} alone, JUnit.
 */
package dev.wherry.testkit.faults;
