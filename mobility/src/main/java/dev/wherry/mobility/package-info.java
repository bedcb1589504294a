/**
 * Code that travels: whose code an endpoint accepts, which and where it runs. Off by default, and never a sandbox: start at
 * {@link dev.wherry.mobility.MobilityPolicy}.
 */
package dev.wherry.mobility;
