/** Reports the results of a run: a web page that needs no network, a table for the terminal, files for other programs. */
package dev.wherry.lab.report;
