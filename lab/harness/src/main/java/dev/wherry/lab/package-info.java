/**
 * The lab: what is asked of a run ({@code RunPlan}), where it begins ({@code Lab}), what it tells while it goes on
 * ({@code Progress}), and what it leaves for the case that it is interrupted ({@code Checkpoint}).
 */
package dev.wherry.lab;
