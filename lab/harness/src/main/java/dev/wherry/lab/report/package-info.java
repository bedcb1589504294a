/** Shows what a run found out: a web page that needs no network, a table for the terminal, files for other programs. */
package dev.wherry.lab.report;
