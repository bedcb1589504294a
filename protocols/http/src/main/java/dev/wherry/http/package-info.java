/** REST over HTTP: bound objects as JSON over HTTP, and stubs of such services. */
package dev.wherry.http;
