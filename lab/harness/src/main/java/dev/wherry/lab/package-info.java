/**
 * The lab: where a run begins ({@code Lab}), how a terminal shows that it goes on, and what it leaves for the case that it is
 * interrupted ({@code Checkpoint}).
 */
package dev.wherry.lab;
