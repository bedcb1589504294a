package dev.wherry.testkit.endpoint;

/** What endpoints promise within one JVM by reference, where nothing travels. */
public abstract class LocalContract extends EndpointSetUp
        implements StylesPart,
                InterfacesPart,
                RemoteObjectsPart,
                NamingPart,
                VariantsPart,
                ExceptionsPart,
                OneWayPart,
                ClosingPart {
    /** For subclasses; one instance per test. */
    protected LocalContract() {}
}
