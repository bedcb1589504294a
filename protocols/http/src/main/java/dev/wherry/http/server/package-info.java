/** The server of HTTP/1.1 and HTTP/2: Helidon's connections over links. */
package dev.wherry.http.server;
