/** Peers whose bytes a test writes, and the values with which they attack. */
package dev.wherry.testkit.hostile;
