package dev.wherry.lab.results;

/**
 * Another host than the clients', where the servers ran.
 *
 * @param agent the address of the agent that started them
 * @param machine what it is
 */
public record ServerHost(String agent, Machine machine) {}
