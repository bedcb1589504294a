package dev.wherry.lab.peers.common;

/** Receives the messages that the two ends of a tracked series send to each other. */
interface Correspondent {
    /** Handles the words of a message, and returns the answer. */
    int message(String[] words) throws Exception;

    /** Handles a call of a session. */
    default void call(int session, int number) {}
}
