package dev.wherry.rmi;

/** A registry of remote objects by name. The methods, and what they throw, are those of the JDK's interface. */
public interface Registry extends java.rmi.registry.Registry {}
