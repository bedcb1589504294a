package dev.wherry.testkit.faults;

/** A direction of a connection that a {@link FaultyRelay} forwards. */
public enum Way {
    /** From the client, which connected to the relay, to the server. */
    TO_SERVER,
    /** From the server to the client. */
    TO_CLIENT;

    Way back() {
        return this == TO_SERVER ? TO_CLIENT : TO_SERVER;
    }
}
