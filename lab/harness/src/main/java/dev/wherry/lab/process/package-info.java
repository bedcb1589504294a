/** Other programs, none of which outlives the lab, nor do their temporary files. */
package dev.wherry.lab.process;
