/** What a module implements that adds one served object to every session, and what it gets from core for that. */
package dev.wherry.internal.extension;
