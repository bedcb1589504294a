package dev.wherry.internal.extension;

import dev.wherry.Peer;

/** A peer whose session has an extension. */
public interface ExtendedPeer extends Peer {
    /**
     * Returns the extension's part of the session with this peer.
     *
     * @throws dev.wherry.CallException NOT_FOUND if no extension is installed
     */
    SessionExtension.Part extension();
}
