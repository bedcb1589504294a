/** The contract of endpoints, one concept per file. Start with {@link dev.wherry.testkit.endpoint.EndpointContract}. */
package dev.wherry.testkit.endpoint;
