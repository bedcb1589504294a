/** The promises of a codec; {@link dev.wherry.testkit.codec.CodecContract} has them all. */
package dev.wherry.testkit.codec;
