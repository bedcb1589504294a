package dev.wherry.codec.library;

import dev.wherry.spi.Codec.Coder;

/**
 * What the coders of one interface share.
 *
 * @param aside for what the library does not carry
 */
record LibraryTypes(Shapes shapes, Coder aside, Library library) {}
