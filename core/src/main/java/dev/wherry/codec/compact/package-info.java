/** The compact codec: self-describing bytes, a schema per class and link, code generated for the classes used most. */
package dev.wherry.codec.compact;
