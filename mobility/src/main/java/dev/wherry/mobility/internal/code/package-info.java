/** Class files as data: which classes a class needs, hashes and manifests, and the rules of a policy. Does not know connections. */
package dev.wherry.mobility.internal.code;
