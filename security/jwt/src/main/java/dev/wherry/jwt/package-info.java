/** Verifies JSON Web Tokens of identity providers, as {@link dev.wherry.jwt.JwtVerifier}. */
package dev.wherry.jwt;
