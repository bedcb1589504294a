/** Generic types as the subtypes of a generic type see them. */
package dev.wherry.reflect;
