/** Values of an interface as JSON, within the types that its signatures reach. */
package dev.wherry.http.json;
