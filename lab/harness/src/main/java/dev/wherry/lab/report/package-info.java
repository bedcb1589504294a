/** Shows what a run found out: one web page that needs no network, and a table for the terminal. */
package dev.wherry.lab.report;
