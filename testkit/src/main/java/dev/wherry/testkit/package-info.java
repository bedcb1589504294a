/** Contracts as abstract test classes: extend one, name what is to be tested, and run it. */
package dev.wherry.testkit;
