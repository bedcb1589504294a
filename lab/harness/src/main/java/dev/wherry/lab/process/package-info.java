/** Other programs, none of which outlives the lab. */
package dev.wherry.lab.process;
