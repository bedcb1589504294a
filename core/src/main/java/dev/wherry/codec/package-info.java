/** The rules and tools that all codecs share: what a message may cost, which classes may travel, exceptions, deep values. */
package dev.wherry.codec;
