package dev.wherry.lab.results;

import org.jspecify.annotations.Nullable;

/**
 * Another host than the clients', where the servers ran.
 *
 * @param agent the address of the agent that started them
 * @param machine what it is
 * @param flags that each virtual machine there has from the agent's environment, by the variable that has them; null in files
 *     from before that was kept
 */
public record ServerHost(
        String agent, Machine machine, @Nullable String flags) {}
