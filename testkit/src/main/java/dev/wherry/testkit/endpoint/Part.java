package dev.wherry.testkit.endpoint;

/** The tests of one concept, as a part of {@link EndpointContract}. */
interface Part {
    EndpointFixture fixture();
}
