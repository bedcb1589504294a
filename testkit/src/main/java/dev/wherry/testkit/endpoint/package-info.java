/** The promises of an endpoint, one concept a file; {@link dev.wherry.testkit.endpoint.EndpointContract} has them all. */
package dev.wherry.testkit.endpoint;
