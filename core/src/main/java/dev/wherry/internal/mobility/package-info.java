/**
 * Code that travels, above sessions and by ordinary remote calls: {@code TaskHost} is what an endpoint serves, {@code
 * Channel} turns values and calls into parcels, {@code ShippedWorkspace} sends tasks, {@code HostedWorkspace} runs them.
 */
package dev.wherry.internal.mobility;
