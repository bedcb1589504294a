/** Stubs whose calls are requests of HTTP. */
package dev.wherry.http.client;
