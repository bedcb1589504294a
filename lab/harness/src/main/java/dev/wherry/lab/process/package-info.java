/** Runs other programs. None of them outlives the lab, nor do their temporary files. */
package dev.wherry.lab.process;
