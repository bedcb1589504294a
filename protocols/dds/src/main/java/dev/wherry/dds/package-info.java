/** Services in the data space. */
package dev.wherry.dds;
