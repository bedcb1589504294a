package dev.wherry.codec.library;

import dev.wherry.spi.Codec.Coder;

/**
 * The parts that the coders of one interface share.
 *
 * @param aside codes the values that the library does not carry
 */
record LibraryTypes(Shapes shapes, Coder aside, Library library) {}
