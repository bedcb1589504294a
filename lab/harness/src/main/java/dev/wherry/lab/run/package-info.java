/**
 * One run. Its way, file by file: <ol> <li>{@code Selection} finds the workloads and systems of a suite that a plan selects,
 * {@code GridRun} makes {@code Point}s of them, each an operation with its parameters; <li>{@code GridPointRun} runs all
 * systems at one point: their {@code CellRun}s check answers, warm up as {@code Warmer} and {@code Steadiness} judge it, and
 * take turns round by round; <li>a cell run asks the {@code driver.Pair} of processes that its {@code SystemUnderTest}
 * keeps from point to point; <li>the pair asks its {@code driver.Clients}: each {@code Client} says its request by a
 * {@code PeerProcess}, whose lines go to a {@code site.Child} and come from there; the server is such a process too;
 * <li>across the pipe, in the words of {@code lab/PROTOCOL.md}, the system's own program goes on: for those in Java see
 * {@code lab/peers/common}and the description of its package; <li>what is done becomes a {@code results.Results}. </ol>
 */
package dev.wherry.lab.run;
