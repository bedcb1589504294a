package dev.wherry.rmi;

/** A registry of remote objects by name. Its methods and their exceptions are those of the JDK's interface. */
public interface Registry extends java.rmi.registry.Registry {}
