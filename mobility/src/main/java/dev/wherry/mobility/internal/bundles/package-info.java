/**
 * Class files on their way between two endpoints. {@code CodePublisher} announces to the peer the classes that it will need,
 * and sends those that it lacks. {@code CodeGate} admits or refuses the classes that are received, {@code WorkspaceCode} keeps
 * them, and {@code WorkspaceLoader} defines them. {@code ChannelCode} is both directions for the codec. This package does not
 * know tasks.
 */
package dev.wherry.mobility.internal.bundles;
