/**
 * The contracts of codecs, and the values that they carry. Start with {@link dev.wherry.testkit.codec.CodecContract}.
 */
package dev.wherry.testkit.codec;
