/**
 * For codecs over a serialization library that writes whole graphs of objects by itself: what such a library cannot be
 * asked to keep to, and what it does not carry.
 */
package dev.wherry.codec.library;
