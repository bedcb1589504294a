/** The suites: what their files say of workloads, presets, the original's figures and its conclusions. */
package dev.wherry.lab.suite;
