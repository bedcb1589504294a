package dev.wherry.testkit.endpoint;

/** One concept's share of {@link EndpointContract}. */
interface Part {
    World world();
}
