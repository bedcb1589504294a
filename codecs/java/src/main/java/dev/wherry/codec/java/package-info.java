/** The JDK's serialization as a codec, held within the list of what an interface's calls may carry. */
package dev.wherry.codec.java;
