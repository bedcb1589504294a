package dev.wherry;

import java.io.Serializable;

/** A {@link Task} that answers nothing. */
@FunctionalInterface
public interface Action extends Runnable, Serializable {}
