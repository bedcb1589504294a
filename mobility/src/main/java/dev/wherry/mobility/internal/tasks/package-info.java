/**
 * Tasks at both of their ends. The path of a task, file by file:
 *
 * <ol>
 *   <li>At the sender, {@code TaskSender.call} calls a stub of {@code TaskHost.Worker}.
 *   <li>{@code parcels.ChannelTarget} makes a parcel of that call, with an announcement of the classes that it needs. It sends
 *       the parcel by {@code TaskHost.call}, an ordinary remote method.
 *   <li>At the host, {@code SessionTasks} is asked for the object that is called, and refuses peers that may not ship code
 *       before anything is decoded. The lane runs the call; {@code TaskThreads} does if it was received by the main link.
 *   <li>{@code HostedTasks} finds the {@code WorkspaceClient} that the session has in a {@code HostedWorkspace}, or opens one.
 *   <li>{@code LocalClient} has {@code bundles.CodeGate} admit the classes, and fetch those that are missing.
 *   <li>{@code parcels.ChannelServer} decodes the task with these classes and runs it, within {@code HostedWorkspace.run} and
 *       {@code CurrentTask}. The reply is a parcel, and takes the same path back.
 * </ol>
 *
 * Where tasks run in a child JVM, {@code ChildClient} takes the place of {@code LocalClient}. It admits the classes, and
 * {@code WorkspaceChild} calls the {@code TaskHost} of that process with the same parcel. {@code ChildRelay} does the same for
 * the objects to which parcels refer.
 */
package dev.wherry.mobility.internal.tasks;
