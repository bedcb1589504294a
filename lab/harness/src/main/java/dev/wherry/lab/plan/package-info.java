/**
 * A request to the lab ({@code RunPlan}), the reason for a refusal ({@code LabException}), and the events of a run
 * ({@code Progress}).
 */
package dev.wherry.lab.plan;
