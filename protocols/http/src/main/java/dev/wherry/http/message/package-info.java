/** The names and codes of HTTP that several packages use. */
package dev.wherry.http.message;
