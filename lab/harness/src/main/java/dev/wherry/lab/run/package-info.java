/**
 * One run. Its way, file by file:
 *
 * <ol>
 *   <li>{@code Selection} says which workloads and systems of a suite a plan comes to, {@code Tournament} makes {@code Point}s
 *       of them, each an operation with its parameters;
 *   <li>{@code Contest} puts all systems to one point: their {@code Bout}s conform, warm up as {@code Warmer} and {@code
 *       Steadiness} judge it, and take turns round by round;
 *   <li>a bout asks the {@code driver.Pair} of processes that its {@code Contender} keeps from point to point;
 *   <li>what is done is an {@code Unfinished} until it is a {@code results.Results}.
 * </ol>
 */
package dev.wherry.lab.run;
