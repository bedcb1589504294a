/**
 * The common part of codecs over a serialization library that writes whole graphs of objects. It keeps the limits that such
 * a library does not know, and carries the values that the library does not take.
 */
package dev.wherry.codec.library;
