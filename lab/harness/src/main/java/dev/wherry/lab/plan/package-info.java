/**
 * What is asked of the lab ({@code RunPlan}), why it cannot be done ({@code LabException}), and what is told while it is
 * ({@code Progress}).
 */
package dev.wherry.lab.plan;
