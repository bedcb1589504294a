/**
 * The lab: where a run begins ({@code Lab}), how a terminal shows that it goes on.
 */
package dev.wherry.lab;
