/** The native protocol within WebSockets (RFC 6455). */
package dev.wherry.http.websocket;
