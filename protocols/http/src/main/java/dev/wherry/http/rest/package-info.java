/** Requests and answers of HTTP, and the calls that they mean. Knows no server. */
package dev.wherry.http.rest;
