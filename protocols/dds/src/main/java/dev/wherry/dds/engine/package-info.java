/**
 * The small interfaces through which this module uses an implementation of DDS. They carry payloads of bytes, and no memory of a
 * native library.
 */
package dev.wherry.dds.engine;
