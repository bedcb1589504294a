/** Two JVMs talk: what the demo shows, and the checks that it is true. */
package dev.wherry.cli.demo;
