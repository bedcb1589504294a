/** The conclusions of the published evaluations as data, each with the test that a run's results are put to. */
package dev.wherry.lab.claims;
