/**
 * Permission to call. An {@link dev.wherry.access.AccessPolicy} gives identities roles, and roles methods and limits. {@link
 * dev.wherry.access.SignedTokens} prove identities.
 */
package dev.wherry.access;
