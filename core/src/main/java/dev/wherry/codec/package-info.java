/** What the built-in codecs share. */
package dev.wherry.codec;
