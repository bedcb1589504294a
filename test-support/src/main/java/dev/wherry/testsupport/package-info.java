/** Helpers that the tests of several modules share. They need only the JDK. */
package dev.wherry.testsupport;
