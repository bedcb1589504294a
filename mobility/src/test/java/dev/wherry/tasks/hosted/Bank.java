package dev.wherry.tasks.hosted;

/** The host has it, also where what is shipped from the package of the tests comes first. */
public interface Bank {
    int balance(String owner);
}
