/** The objects that an endpoint serves, by name or by reference, and the interfaces that they are served as. */
package dev.wherry.internal.objects;
