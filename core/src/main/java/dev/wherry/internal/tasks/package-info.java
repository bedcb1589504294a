/**
 * Tasks at both of their ends. The way of one, file by file:
 *
 * <ol>
 *   <li>{@code ShippedWorkspace.call}, at its sender, calls a stub of {@code TaskHost.Worker};
 *   <li>{@code parcels.ChannelTarget} makes a parcel of that call, with an announcement of the classes that it needs, and
 *       calls {@code TaskHost.call}, an ordinary remote method, with it;
 *   <li>{@code HostedTasks}, at the host, finds the {@code Place} that the session has in a {@code HostedWorkspace}, or
 *       opens one if its sender may ship at all;
 *   <li>{@code LocalPlace} has {@code bundles.CodeGate} let the classes in, and fetch what is not here yet;
 *   <li>{@code parcels.ChannelServer} reads the task by them and runs it, on the thread of the call, within {@code
 *       HostedWorkspace.run} and {@code Running}; the reply is a parcel, and goes the same way back.
 * </ol>
 *
 * Where tasks run in a child JVM, {@code ChildPlace} takes the place of {@code LocalPlace}: it lets the classes in, and
 * {@code WorkspaceChild} calls the {@code TaskHost} of that process with the parcel as it came; {@code Passage} does the
 * same for the objects that parcels refer to.
 */
package dev.wherry.internal.tasks;
