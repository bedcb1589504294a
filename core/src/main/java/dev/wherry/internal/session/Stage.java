package dev.wherry.internal.session;

/** What a call's time can go into at one of its ends. */
enum Stage {
    ENCODE,
    /** At the caller: until the answer is there. */
    AWAY,
    WAITING,
    DECODE,
    DISPATCH,
    EXECUTE
}
