package dev.wherry.codec.fory;

/** The base of what is not a list. */
public class BaseOfNone {}
