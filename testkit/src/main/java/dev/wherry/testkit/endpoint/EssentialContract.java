package dev.wherry.testkit.endpoint;

/** The part of {@link EndpointContract} that depends on where classes come from: modules, loaders, the class path. */
public abstract class EssentialContract extends EndpointSetUp
        implements StylesPart, InterfacesPart, LegacyPart, CallbacksPart, ReferencesPart, ReportsPart {
    /** For subclasses; one instance per test. */
    protected EssentialContract() {}
}
