package dev.wherry.testkit.endpoint;

/**
 * What endpoints promise over every transport and codec, with and without lanes, to callers on every kind of thread.
 * A subclass says over which.
 *
 * {@snippet :
 * class TcpEndpointTest extends EndpointContract {
 *     @Override
 *     protected String listenAt() {
 *         return "tcp://127.0.0.1:0";
 *     }
 * }
 * }
 */
public abstract class EndpointContract extends EndpointSetUp
        implements StylesPart,
                InterfacesPart,
                LegacyPart,
                PassedObjectsPart,
                UnfitMethodsPart,
                CallbacksPart,
                ReferencesPart,
                ReportsPart,
                NamingPart,
                ConnectingPart,
                ClosingPart,
                DrainPart,
                LeavingPart,
                OneWayPart,
                BadArgumentsPart,
                VariantsPart,
                AuthorizersPart,
                InterceptorsPart,
                DeadlinesPart,
                CancelPart,
                RelayPart,
                RefusalsPart,
                LoadPart {
    /** For subclasses; one instance per test. */
    protected EndpointContract() {}
}
