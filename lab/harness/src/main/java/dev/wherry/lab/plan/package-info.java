/**
 * Requests for runs ({@code RunPlan}), the reason why one cannot be met ({@code LabException}), and reports while it is met
 * ({@code Progress}).
 */
package dev.wherry.lab.plan;
