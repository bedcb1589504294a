/** Sets the results of two runs side by side, and puts those of several together. */
package dev.wherry.lab.compare;
