/** Sets the results of two runs side by side. */
package dev.wherry.lab.compare;
