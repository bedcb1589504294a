/** TLS under the native protocol: the option {@link dev.wherry.tls.Tls} and the scheme {@code tls}. */
package dev.wherry.tls;
