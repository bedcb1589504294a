package dev.wherry.testkit.endpoint;

/** The tests that endpoints must pass if calls within a JVM pass objects by reference, so that nothing is encoded. */
public abstract class LocalContract extends EndpointSetUp
        implements CallStylesPart,
                InterfacesPart,
                RemoteObjectsPart,
                NamingPart,
                StubVariantsPart,
                ExceptionsPart,
                OneWayPart,
                ClosingPart {
    /** For subclasses. JUnit creates one instance per test. */
    protected LocalContract() {}
}
