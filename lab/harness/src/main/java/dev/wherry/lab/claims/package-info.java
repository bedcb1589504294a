/** The conclusions of the published evaluations as data, each with the test that judges the results of a run. */
package dev.wherry.lab.claims;
