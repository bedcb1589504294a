/** The parser, which ANTLR generates from the grammar. */
@NullUnmarked
package dev.wherry.dds.idl.grammar;

import org.jspecify.annotations.NullUnmarked;
