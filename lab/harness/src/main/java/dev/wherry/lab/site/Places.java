package dev.wherry.lab.site;

import java.util.List;

/** Where on this host the two processes of a pair run. */
record Places(Place server, Place client) {
    /** Wherever the kernel puts them. */
    static final Places ANYWHERE = new Places(Place.ANYWHERE, Place.ANYWHERE);

    Places inHaste() {
        return new Places(server.inHaste(), client.inHaste());
    }

    /** Behind these words, both on loopback. */
    Places(List<String> beforeServer, List<String> beforeClient) {
        this(new Place(beforeServer, Place.LOOPBACK), new Place(beforeClient, Place.LOOPBACK));
    }
}
