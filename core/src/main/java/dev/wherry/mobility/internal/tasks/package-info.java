/**
 * Tasks at both of their ends. The way of one, file by file:
 *
 * <ol>
 *   <li>{@code ShippedWorkspace.call}, at its sender, calls a stub of {@code TaskHost.Worker};
 *   <li>{@code parcels.ChannelTarget} makes a parcel of that call, with an announcement of the classes that it needs, and
 *       calls {@code TaskHost.call}, an ordinary remote method, with it;
 *   <li>{@code HostedTasks}, at the host, finds the {@code WorkspaceClient} that the session has in a {@code HostedWorkspace}, or
 *       opens one if its sender may ship at all;
 *   <li>{@code LocalClient} has {@code bundles.CodeGate} let the classes in, and fetch what is not here yet;
 *   <li>{@code parcels.ChannelServer} reads the task by them and runs it, on the thread of the call, within {@code
 *       HostedWorkspace.run} and {@code CurrentTask}; the reply is a parcel, and goes the same way back.
 * </ol>
 *
 * Where tasks run in a child JVM, {@code ChildClient} takes the place of {@code LocalClient}: it lets the classes in, and
 * {@code WorkspaceChild} calls the {@code TaskHost} of that process with the parcel as it came; {@code ChildRelay} does the
 * same for the objects that parcels refer to.
 */
package dev.wherry.mobility.internal.tasks;

import dev.wherry.mobility.internal.tasks.WorkspaceChild;
import dev.wherry.mobility.internal.tasks.TaskHost;
import dev.wherry.mobility.internal.tasks.ShippedWorkspace;
import dev.wherry.mobility.internal.tasks.CurrentTask;
import dev.wherry.mobility.internal.tasks.WorkspaceClient;
import dev.wherry.mobility.internal.tasks.ChildRelay;
import dev.wherry.mobility.internal.tasks.LocalClient;
import dev.wherry.mobility.internal.tasks.HostedWorkspace;
import dev.wherry.mobility.internal.tasks.HostedTasks;
import dev.wherry.mobility.internal.tasks.ChildClient;
