/** Peers whose every byte a test writes, and what they attack with. */
package dev.wherry.testkit.hostile;
