/** A certificate authority in a folder, and the certificates that it issues. */
package dev.wherry.certificates;
