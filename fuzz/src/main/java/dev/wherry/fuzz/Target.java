package dev.wherry.fuzz;

import java.util.List;

/** A parser that gets bytes of a peer. */
interface Target {
    /** Parses. Returns if the bytes are valid or refused as they should be; throws anything that a peer must not cause. */
    void parse(byte[] bytes) throws Exception;

    /** Returns valid inputs, which a search begins with. */
    List<byte[]> seeds() throws Exception;
}
