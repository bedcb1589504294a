package dev.wherry.codec.fory;

/** A list, or not, where another class of that name stands for its base. */
public class Own extends BaseOfList {}
