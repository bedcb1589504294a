package dev.wherry.lab.peers.common;

/** Whoever a served object passes on what the two ends of a tracked series have to say to each other. */
interface Correspondent {
    /** A message's words; the answer goes back. */
    int message(String[] words) throws Exception;

    /** A call of a session came. */
    default void call(int session, int number) {}
}
