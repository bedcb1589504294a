/** Interfaces for modules that add one served object to every session, and the parts of core that such a module uses. */
package dev.wherry.internal.extension;
