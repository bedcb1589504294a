/** Class files as data: what a class reaches, what it is called by content, what is refused. Knows no connection. */
package dev.wherry.mobility.internal.code;
