package dev.wherry.testkit.endpoint;

/**
 * The tests that endpoints must pass over each transport and codec, with and without lanes, for callers on each kind of thread.
 * To test a transport, extend this class and implement {@code listenAt}; override the other methods to change options.
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
        implements CallStylesPart,
                InterfacesPart,
                JavaRmiPart,
                PassedObjectsPart,
                InvalidMethodsPart,
                CallbacksPart,
                ReferencesPart,
                UnregisteredExceptionsPart,
                NamingPart,
                ConnectingPart,
                ClosingPart,
                DrainPart,
                ClosingUnderLoadPart,
                OneWayPart,
                BadArgumentsPart,
                StubVariantsPart,
                AuthorizersPart,
                InterceptorsPart,
                DeadlinesPart,
                CancelPart,
                RelayPart,
                RefusedValuesPart,
                LoadPart {
    /** For subclasses. JUnit creates one instance per test. */
    protected EndpointContract() {}
}
