/** A fuzzer that checks what small messages cost their reader: processor time and memory. */
package dev.wherry.testkit.fuzz;
