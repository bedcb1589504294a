package dev.wherry.mobility.internal.code;

/** Takes what a host takes of a sender. */
public interface Notary {
    String take(Manifest manifest, CodeSignature signature);
}
