/** Values by Kryo, within what an interface allows. */
package dev.wherry.codec.kryo;
