/**
 * Runs a plan. The steps, file by file:
 *
 * <ol>
 *   <li>{@code Selection} finds the workloads and systems that the plan selects. {@code GridRun} makes their {@code Point}s.
 *   <li>{@code GridPointRun} runs all systems at one point. Their {@code CellRun}s check the answers, warm up until the rate is
 *       stable ({@code Warmer}, {@code Steadiness}), and take turns round by round.
 *   <li>A cell run sends requests to a {@code driver.Pair} of processes, which {@code SystemUnderTest} keeps between points.
 *   <li>The pair passes a request to its {@code driver.Clients}. Each {@code Client} writes it to a {@code PeerProcess} and reads
 *       the answer. The process is a {@code site.Child}, and so is the server.
 *   <li>The program of the system reads the lines that {@code lab/PROTOCOL.md} defines, and answers them. The description of
 *       the package in {@code lab/peers/common} shows the way in programs in Java.
 *   <li>The outcome is a {@code results.Results}.
 * </ol>
 */
package dev.wherry.lab.run;
