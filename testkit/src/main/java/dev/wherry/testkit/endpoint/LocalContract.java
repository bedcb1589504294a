package dev.wherry.testkit.endpoint;

/** What endpoints promise within one JVM, by reference or by copy. */
public abstract class LocalContract extends EndpointSetUp implements StylesPart, InterfacesPart {
    /** For subclasses; one instance per test. */
    protected LocalContract() {}
}
