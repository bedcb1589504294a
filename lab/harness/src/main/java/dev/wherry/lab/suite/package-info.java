/** The suites, read from their files: workloads, presets, the original's figures and its conclusions. */
package dev.wherry.lab.suite;
